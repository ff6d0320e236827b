/**
 * The chain of custody: who did what with a piece of evidence, each entry sealed over the one
 * before. Pure; the key and the HMAC come from outside.
 *
 * What a chain shows and what not: an entry that was changed, removed, put elsewhere or cut off is
 * found, because the seal of each covers the one before and the audit log keeps every seal. Who
 * holds the key and rewrites chain and audit log alike is found only by a copy that was taken out
 * (an audit package, a backup).
 */

export const CUSTODY_ACTIONS = [
  'COLLECTED',
  'STORED',
  'TAKEN_IN',
  'TAKEN_OUT',
  'READ',
  'DOWNLOADED',
  'CHANGED',
  'REVIEWED',
  'LINKED',
  'UNLINKED',
  'REVISED',
  'EXPORTED',
  'VERIFIED',
  'RESTORED',
  'DELETED',
  'CONFIRMED',
] as const;
export type CustodyAction = (typeof CUSTODY_ACTIONS)[number];

export const CUSTODY_ACTION_LABELS: Record<CustodyAction, string> = {
  COLLECTED: 'Collected',
  STORED: 'Stored and read back',
  TAKEN_IN: 'Taken in for an investigation',
  TAKEN_OUT: 'Taken out of an investigation',
  READ: 'Read',
  DOWNLOADED: 'Downloaded',
  CHANGED: 'Description changed',
  REVIEWED: 'Reviewed',
  LINKED: 'Linked to a control',
  UNLINKED: 'Unlinked from a control',
  REVISED: 'Superseded by a new revision',
  EXPORTED: 'Exported',
  VERIFIED: 'Verified',
  RESTORED: 'Restored from a backup',
  DELETED: 'Deleted',
  CONFIRMED: 'Earlier entries confirmed for the shared workspace',
};

/** An entry as it is stored. `details` is JSON text, `at` milliseconds, `position` counts from 1. */
export interface CustodyEntry {
  readonly id: string;
  readonly evidenceId: string;
  readonly position: number;
  readonly action: string;
  readonly actor: string | null;
  readonly at: number;
  readonly sha256: string | null;
  readonly details: string | null;
  readonly previous: string | null;
  readonly mac: string;
}

/**
 * `<evidence>:<position>`, and in a workspace that is shared `.<node>`: two workstations that add the
 * next entry at once both keep theirs, side by side at one position.
 */
export function custodyId(evidenceId: string, position: number, node = ''): string {
  const place = `${evidenceId}:${String(position).padStart(6, '0')}`;
  return node === '' ? place : `${place}.${node}`;
}

/** The position in an id; null where it is none of this evidence. */
export function positionOfId(id: string, evidenceId: string): number | null {
  const [owner, place = ''] = id.split(':');
  const digits = /^(\d{6,})(?:\.[\w-]+)?$/.exec(place)?.[1];
  return owner === evidenceId && digits !== undefined ? Number(digits) : null;
}

/** What the seal of an entry covers. JSON keeps the fields apart, whatever is in them. */
export function sealedText(entry: Omit<CustodyEntry, 'id' | 'mac'>): string {
  return JSON.stringify([
    'watchfloor custody 1',
    entry.evidenceId,
    entry.position,
    entry.action,
    entry.actor,
    entry.at,
    entry.sha256,
    entry.details,
    entry.previous,
  ]);
}

export type CustodyProblemKind =
  | 'changed'
  | 'removed'
  | 'moved'
  | 'cut'
  | 'unanchored'
  | 'elsewhere'
  | 'no-key'
  | 'added'
  | 'record'
  | 'file-missing'
  | 'file-damaged';

export interface CustodyProblem {
  readonly kind: CustodyProblemKind;
  /** The entry it is about; null where it is about the file. */
  readonly position: number | null;
  readonly text: string;
}

/**
 * What this workstation can say of a seal: right or wrong; made by another workstation with a key of its
 * own; or with the key of a shared workspace that is not here.
 */
export type SealState = 'right' | 'wrong' | 'elsewhere' | 'no-key';

/** A seal under the key of a shared workspace bears that key's id before its code. */
export const keyOfSeal = (mac: string): string | null =>
  /^([0-9a-f]{16})\.[0-9a-f]{64}$/.exec(mac)?.[1] ?? null;

/** Problems that say of a seal only that it cannot be checked here. */
const NOT_CHECKED: ReadonlySet<CustodyProblemKind> = new Set(['elsewhere', 'no-key']);
export const isUncheckedOnly = (problems: readonly { readonly kind: CustodyProblemKind }[]) =>
  problems.length > 0 && problems.every(({ kind }) => NOT_CHECKED.has(kind));

export interface ChainInput {
  readonly evidenceId: string;
  /** In the order of their positions. */
  readonly entries: readonly CustodyEntry[];
  /** The seals that the audit log has, by the entries' ids. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly sealOf: (entry: CustodyEntry) => SealState;
}

/**
 * Every difference between the chain as it is and as it was written. A seal covers the one before,
 * so an entry whose seal is right and known to the audit log follows what it followed then.
 */
export function checkChain(input: ChainInput): CustodyProblem[] {
  const { evidenceId, entries, anchors } = input;
  const problems: CustodyProblem[] = [];
  const positionByAnchor = new Map(
    [...anchors].map(([id, mac]) => [mac, positionOfId(id, evidenceId)]),
  );
  const seen = new Set<number>();
  for (const entry of entries) {
    seen.add(entry.position);
    const written = positionByAnchor.get(entry.mac) ?? positionOfId(entry.id, evidenceId);
    const problem = entryProblem(input, entry, written);
    if (problem) problems.push({ ...problem, position: entry.position });
  }
  const written = [...anchors.keys()].map((id) => positionOfId(id, evidenceId) ?? 0);
  return [...problems, ...missing(seen, written)];
}

function entryProblem(
  { anchors, sealOf }: ChainInput,
  entry: CustodyEntry,
  written: number | null,
): Omit<CustodyProblem, 'position'> | null {
  const { position } = entry;
  const name = `Entry ${position} (${entry.action})`;
  const anchor = anchors.get(entry.id);
  const seal = sealOf(entry);
  if (written !== null && written !== position) {
    const text = `Entry ${written} stands at position ${position}: the order was changed.`;
    return { kind: 'moved', text };
  }
  if (seal === 'wrong' || (anchor ?? entry.mac) !== entry.mac)
    return { kind: 'changed', text: `${name} was changed after it was written.` };
  if (seal === 'elsewhere') {
    const text = `${name} was sealed on another workstation: its seal can be checked there alone.`;
    return { kind: 'elsewhere', text };
  }
  if (seal === 'no-key') {
    const text = `${name} was sealed with the key of a shared workspace that this workstation is not in: its seal cannot be checked here.`;
    return { kind: 'no-key', text };
  }
  if (anchor !== undefined) return null;
  const text = `Entry ${position} has no counterpart in the audit log: one of the two was tampered with.`;
  return { kind: 'unanchored', text };
}

/** Positions that were written, by the audit log or by what follows them, and are not there. */
function missing(seen: ReadonlySet<number>, written: readonly number[]): CustodyProblem[] {
  const lastSeen = Math.max(0, ...seen);
  const last = Math.max(lastSeen, ...written);
  const problems: CustodyProblem[] = [];
  for (let position = 1; position <= lastSeen; position++) {
    if (seen.has(position)) continue;
    problems.push({ kind: 'removed', position, text: `Entry ${position} was removed.` });
  }
  if (last > lastSeen) {
    const range =
      last === lastSeen + 1 ? `Entry ${last} is` : `Entries ${lastSeen + 1} to ${last} are`;
    const text = `${range} missing from the end of the chain.`;
    problems.push({ kind: 'cut', position: lastSeen + 1, text });
  }
  return problems;
}

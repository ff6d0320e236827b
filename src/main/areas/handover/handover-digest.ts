/**
 * What was done in a span, out of its audit entries in their order: pure, so that a test can count by
 * hand. Of an alert only the last change of its status counts: what was closed and opened again is not
 * decided.
 */
import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { Verdict } from '../../../shared/areas/alerts/dispositions.rules.ts';

export interface LogEntry {
  readonly seq: number;
  readonly at: number;
  readonly actor: string | null;
  readonly origin: 'user' | 'job' | 'system' | 'sync';
  readonly action: string;
  readonly resource: string;
  readonly recordId: string | null;
  readonly rowCount: number;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>> | null;
  /** The entry is a batch of this desk action: its rows are in the action's journal. */
  readonly isBulk: boolean;
}

/** One row of a bulk action: its changed properties before and after. */
export interface BulkRow {
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export interface Decided {
  readonly by: string | null;
  /** Not by a person. */
  readonly isAutomatic: boolean;
  readonly status: AlertStatus;
  readonly verdict: Verdict | null;
  readonly at: number;
}

export const CHANGE_KINDS = ['reopened', 'escalated', 'withdrawn', 'assigned', 'started'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface Changed {
  readonly alertId: string;
  readonly kind: ChangeKind;
  readonly by: string | null;
  readonly at: number;
  /** The account that it was assigned to; null where nobody. */
  readonly to: string | null;
}

export interface Digest {
  /** Alerts that came. */
  received: number;
  /** By alert. */
  readonly decided: Map<string, Decided>;
  /** By kind and alert: the last of each. */
  readonly changed: Map<string, Changed>;
  /** Comments and notes written, by account. */
  readonly written: Map<string, number>;
}

export type ReadBulk = (actionId: string) => Iterable<BulkRow>;

export function createDigest(): Digest {
  return { received: 0, decided: new Map(), changed: new Map(), written: new Map() };
}

/** Adds entries, which must come in the order of the log. `done` is kept from call to call. */
export function addEntries(
  digest: Digest,
  entries: readonly LogEntry[],
  readBulk: ReadBulk,
  done: Set<string>,
): void {
  for (const entry of entries) {
    if (entry.resource === 'alerts') addAlertEntry(digest, entry, readBulk, done);
    else if (isWriting(entry)) addWritten(digest, entry);
  }
}

const isWriting = ({ resource, changes, origin }: LogEntry): boolean =>
  (resource === 'alert_comments' || resource === 'entity_notes') &&
  changes === null &&
  origin === 'user';

function addWritten({ written }: Digest, { actor }: LogEntry): void {
  if (actor !== null) written.set(actor, (written.get(actor) ?? 0) + 1);
}

function addAlertEntry(digest: Digest, entry: LogEntry, readBulk: ReadBulk, done: Set<string>) {
  const { recordId, changes } = entry;
  if (entry.isBulk && recordId !== null) {
    // A bulk action writes an entry for each batch; its journal is read once for each run of it.
    const isUndo = entry.action.includes('undo');
    const run = `${recordId} ${entry.action}`;
    if (done.has(run)) return;
    done.add(run);
    for (const { id, before, after } of readBulk(recordId))
      addChange(digest, entry, id, isUndo ? paired(after, before) : paired(before, after));
    return;
  }
  if (changes === null) {
    if (ARRIVALS.has(entry.action)) digest.received += entry.rowCount;
    return;
  }
  if (recordId !== null) addChange(digest, entry, recordId, changes);
}

const ARRIVALS: ReadonlySet<string> = new Set(['alerts.import', 'alerts.create', 'alerts.receive']);

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

function paired(before: BulkRow['before'], after: BulkRow['after']): Changes {
  return Object.fromEntries(Object.keys(after).map((key) => [key, [before[key], after[key]]]));
}

function addChange(digest: Digest, entry: LogEntry, alertId: string, changes: Changes): void {
  const { at, actor: by, origin } = entry;
  const add = (kind: ChangeKind, to: string | null = null) =>
    digest.changed.set(`${kind} ${alertId}`, { alertId, kind, by, at, to });
  const status = changes.status?.[1] as AlertStatus | undefined;
  if (status !== undefined) {
    const was = changes.status?.[0] as AlertStatus;
    digest.changed.delete(`reopened ${alertId}`);
    digest.decided.delete(alertId);
    if (!isActive(status)) {
      const verdict = (changes.verdict?.[1] ?? null) as Verdict | null;
      digest.decided.set(alertId, { by, at, status, verdict, isAutomatic: origin !== 'user' });
    } else if (!isActive(was)) add('reopened');
    else if (status === 'IN_PROGRESS') add('started');
  } else if (changes.verdict) amendVerdict(digest, alertId, changes.verdict[1]);
  if (changes.escalated) {
    const isUp = changes.escalated[1] === true || changes.escalated[1] === 1;
    digest.changed.delete(`${isUp ? 'withdrawn' : 'escalated'} ${alertId}`);
    add(isUp ? 'escalated' : 'withdrawn');
  }
  if (changes.assignedTo) add('assigned', (changes.assignedTo[1] ?? null) as string | null);
}

/** A verdict may be changed without opening the alert again. */
function amendVerdict({ decided }: Digest, alertId: string, verdict: unknown): void {
  const before = decided.get(alertId);
  if (before) decided.set(alertId, { ...before, verdict: (verdict ?? null) as Verdict | null });
}

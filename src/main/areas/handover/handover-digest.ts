/**
 * What was changed in a span, out of its audit entries in their order: pure, so that a test can count by
 * hand. An undo takes back the change that it undid, as if that had not been; what was done before the span and
 * undone in it is no change of the shift's but an action that was undone. Done again, a change counts again.
 */
import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';

export interface LogEntry {
  readonly seq: number;
  readonly at: number;
  readonly actor: string | null;
  readonly origin: 'user' | 'job' | 'system' | 'sync';
  readonly action: string;
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

type Fields = Readonly<Partial<Record<(typeof TOLD)[number], readonly [unknown, unknown]>>>;
const TOLD = ['status', 'escalated', 'assignedTo'] as const;

interface Step {
  readonly at: number;
  readonly by: string | null;
  readonly fields: Fields;
}

interface AlertSteps {
  /** Those that stand, in their order. */
  readonly steps: Step[];
  /** Done before the span, undone in it. */
  readonly undone: Fields[];
}

export interface Digest {
  /** Alerts that came. */
  received: number;
  readonly alerts: Map<string, AlertSteps>;
}

/** The rows that the run of an entry changed; none where they were told with an earlier entry of it. */
export type ReadBulk = (entry: LogEntry & { readonly recordId: string }) => Iterable<BulkRow>;

export function createDigest(): Digest {
  return { received: 0, alerts: new Map() };
}

/** Adds entries, which must come in the order of the log. */
export function addEntries(digest: Digest, entries: readonly LogEntry[], readBulk: ReadBulk): void {
  for (const entry of entries) addAlertEntry(digest, entry, readBulk);
}

const ARRIVALS: ReadonlySet<string> = new Set(['alerts.import', 'alerts.create', 'alerts.receive']);

function addAlertEntry(digest: Digest, entry: LogEntry, readBulk: ReadBulk): void {
  const { recordId, changes } = entry;
  if (entry.isBulk && recordId !== null) {
    const isUndo = directionOf(entry) === 'UNDO';
    for (const { id, before, after } of readBulk({ ...entry, recordId }))
      addChange(digest, entry, id, isUndo ? paired(after, before) : paired(before, after));
    return;
  }
  if (changes === null) {
    if (ARRIVALS.has(entry.action)) digest.received += entry.rowCount;
    return;
  }
  if (recordId !== null) addChange(digest, entry, recordId, changes);
}

export function directionOf({ action }: Pick<LogEntry, 'action'>): 'DO' | 'UNDO' | 'REDO' {
  if (action === 'actions.undo') return 'UNDO';
  return action === 'actions.redo' ? 'REDO' : 'DO';
}

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

function paired(before: BulkRow['before'], after: BulkRow['after']): Changes {
  return Object.fromEntries(Object.keys(after).map((key) => [key, [before[key], after[key]]]));
}

/** A flag is 0 or 1 in some places, null is sometimes nothing. */
const plain = (name: string, value: unknown): unknown =>
  name === 'escalated' ? value === true || value === 1 : (value ?? null);

function fieldsOf(changes: Changes, isUndo: boolean): Fields | null {
  const told = TOLD.flatMap((name) => {
    const change = changes[name];
    if (!change) return [];
    const [from, to] = change.map((value) => plain(name, value));
    return [[name, isUndo ? [to, from] : [from, to]] as const];
  });
  return told.length === 0 ? null : (Object.fromEntries(told) as Fields);
}

const isSame = (one: Fields, other: Fields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function addChange(digest: Digest, entry: LogEntry, alertId: string, changes: Changes): void {
  const direction = directionOf(entry);
  // An undo is told as what it takes back.
  const fields = fieldsOf(changes, direction === 'UNDO');
  if (!fields) return;
  const alert = digest.alerts.get(alertId) ?? { steps: [], undone: [] };
  digest.alerts.set(alertId, alert);
  if (direction === 'UNDO') {
    const place = alert.steps.findLastIndex((step) => isSame(step.fields, fields));
    if (place === -1) alert.undone.push(fields);
    else alert.steps.splice(place, 1);
    return;
  }
  if (direction === 'REDO') {
    const place = alert.undone.findLastIndex((one) => isSame(one, fields));
    if (place !== -1) {
      alert.undone.splice(place, 1);
      return;
    }
  }
  alert.steps.push({ at: entry.at, by: entry.actor, fields });
}

export interface AlertChanges {
  readonly changes: readonly Changed[];
  /** Its last change of status closed it. */
  readonly isClosed: boolean;
}

/** What stands of the span's changes, by alert: the last of each kind. */
export function changesByAlert({ alerts }: Digest): Map<string, AlertChanges> {
  return new Map([...alerts].map(([id, { steps }]) => [id, changesOf(id, steps)]));
}

type AddChange = (kind: ChangeKind, to?: string | null) => void;

function changesOf(alertId: string, steps: readonly Step[]): AlertChanges {
  const kinds = new Map<ChangeKind, Changed>();
  let isClosed = false;
  for (const { at, by, fields } of steps) {
    const add: AddChange = (kind, to = null) => kinds.set(kind, { alertId, kind, by, at, to });
    if (fields.status) isClosed = addStatus(kinds, add, fields.status);
    if (fields.escalated) {
      const isUp = fields.escalated[1] === true;
      kinds.delete(isUp ? 'withdrawn' : 'escalated');
      add(isUp ? 'escalated' : 'withdrawn');
    }
    if (fields.assignedTo) add('assigned', fields.assignedTo[1] as string | null);
  }
  return { changes: [...kinds.values()], isClosed };
}

/** True where it closes. */
function addStatus(
  kinds: Map<ChangeKind, Changed>,
  add: AddChange,
  change: readonly [unknown, unknown],
): boolean {
  const [was, now] = change as readonly [AlertStatus, AlertStatus];
  if (!isActive(now)) {
    kinds.delete('reopened');
    return true;
  }
  if (!isActive(was)) {
    kinds.delete('started');
    add('reopened');
  } else if (now === 'IN_PROGRESS') add('started');
  return false;
}

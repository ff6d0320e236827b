/**
 * Undo and Redo, a batch at a time: each row that still is what the action left (or, for Redo, what it
 * found) is changed; the others stay, and are counted with who changed them since.
 */
import {
  type ActionRow,
  advanceRun,
  type LeftRow,
  lastChanger,
  type RunRow,
} from '../../db/action-journal.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { isStill, type RowTarget, type TableApplier } from './appliers.ts';
import {
  type JournalChange,
  type LaterChange,
  laterChanges,
  markApplied,
  nextChanges,
} from './undo.store.ts';

type Properties = Readonly<Record<string, unknown>>;

/** One batch of a run; false where there was nothing left to do. */
export type StepRun = (tx: WriteTx, action: ActionRow, run: RunRow) => boolean;

export function createUndoStep(appliers: ReadonlyMap<string, TableApplier>): StepRun {
  return (tx, action, run) => {
    const changes = nextChanges(tx, run);
    const last = changes.at(-1);
    if (!last) return false;
    const isUndo = run.direction === 'UNDO';
    const left: LeftRow[] = [];
    const applied: JournalChange[] = [];
    let isRange = false;
    const isSingle = run.total === 1;
    for (const [table, ofTable] of byTable(changes)) {
      const sorted = sortOut(tx, {
        action,
        isUndo,
        applier: appliers.get(table),
        changes: ofTable,
      });
      left.push(...sorted.left);
      applied.push(...sorted.applied);
      if (sorted.targets.length === 0) continue;
      const wasRange = appliers
        .get(table)
        ?.apply(tx, sorted.targets, { actionId: action.id, isSingle });
      isRange ||= wasRange ?? false;
    }
    markApplied(tx, action.id, applied, !isUndo);
    advanceRun(tx, run, { position: last.n, done: applied.length, left, isRange });
    return true;
  };
}

function byTable(changes: readonly JournalChange[]): Map<string, JournalChange[]> {
  const tables = new Map<string, JournalChange[]>();
  for (const change of changes) {
    const list = tables.get(change.table) ?? [];
    list.push(change);
    tables.set(change.table, list);
  }
  return tables;
}

interface Batch {
  readonly action: ActionRow;
  readonly isUndo: boolean;
  readonly applier: TableApplier | undefined;
  readonly changes: readonly JournalChange[];
}

interface Sorted {
  readonly targets: RowTarget[];
  readonly applied: JournalChange[];
  readonly left: LeftRow[];
}

function sortOut(tx: WriteTx, { action, isUndo, applier, changes }: Batch): Sorted {
  const sorted: Sorted = { targets: [], applied: [], left: [] };
  const ids = changes.map(({ id }) => id);
  const rows = applier?.read(tx, ids);
  const later = laterChanges(tx, action, ids);
  for (const change of changes) {
    const [expected, to] = isUndo ? [change.after, change.before] : [change.before, change.after];
    const quiet = applier?.quiet;
    const row = rows?.get(change.id);
    const since = later.get(change.id) ?? [];
    const clash = since.find((one) => isAboutSame(one, change, quiet));
    const isRefused = !applier || applier.refuses?.(tx, change.id, to) === true;
    if (!isRefused && !clash && isStill(row, loud(expected, quiet))) {
      sorted.applied.push(change);
      const isTouchedSince = isUndo ? since.length > 0 : hasQuietValue(row, quiet);
      sorted.targets.push({ id: change.id, to: isTouchedSince ? loud(to, quiet) : to });
    } else {
      sorted.left.push(whyLeft(tx, change, { isRefused, row, expected, clash }));
    }
  }
  return sorted;
}

function whyLeft(
  tx: WriteTx,
  change: JournalChange,
  found: {
    isRefused: boolean;
    row: Properties | undefined;
    expected: Properties | null;
    clash: LaterChange | undefined;
  },
): LeftRow {
  const recordId = change.id;
  if (found.isRefused) return { recordId, reason: 'refused', changedBy: null };
  if (!found.row && found.expected) return { recordId, reason: 'gone', changedBy: null };
  const changedBy = found.clash ? found.clash.actor : lastChanger(tx, recordId);
  return { recordId, reason: 'changed', changedBy };
}

/** Without the quiet properties. */
function loud(
  properties: Properties | null,
  quiet: ReadonlySet<string> | undefined,
): Properties | null {
  if (!properties || !quiet) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !quiet.has(name)));
}

function hasQuietValue(
  row: Properties | undefined,
  quiet: ReadonlySet<string> | undefined,
): boolean {
  return [...(quiet ?? [])].some((name) => (row?.[name] ?? null) !== null);
}

function isAboutSame(
  later: LaterChange,
  change: JournalChange,
  quiet: ReadonlySet<string> | undefined,
): boolean {
  if (later.properties === null || change.before === null || change.after === null) return true;
  const own = change.after;
  return later.properties.some((name) => Object.hasOwn(own, name) && !quiet?.has(name));
}

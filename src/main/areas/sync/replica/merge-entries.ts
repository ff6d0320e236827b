/** What the audit log is told of a merge: who did what elsewhere, under the stamps it was done with. */
import type { MergedEntry } from '../../../db/merge-rows.ts';
import type { FieldChanges } from '../../../db/tables/core.table.ts';
import type { MergeScope } from './merge-context.ts';
import type { ColumnMerge } from './row-merge.rules.ts';

/** More new rows under one stamp than this are one entry. */
const MOST_NAMED = 20;

const momentOf = (stamp: string): number => Number.parseInt(stamp.slice(0, 12), 16);

export function entryOf(
  scope: Pick<MergeScope, 'writeOf'>,
  stamp: string,
  what: Pick<MergedEntry, 'recordId' | 'changes'> & { readonly rowCount?: number },
): MergedEntry {
  const write = scope.writeOf(stamp);
  return {
    ...{ at: momentOf(stamp), stamp, rowCount: 1, ...what },
    actor: write?.actor ?? null,
    action: write?.action ?? 'sync.merge',
    reason: write?.reason ?? null,
  };
}

export interface NewRow {
  readonly id: string;
  readonly v: string;
  readonly f: Readonly<Record<string, string>> | null;
}

/** New rows by the write that made them, and by those that changed them since. */
export function insertEntries(scope: MergeScope, rows: readonly NewRow[]): MergedEntry[] {
  const byStamp: IdsByStamp = new Map();
  for (const { id, v, f } of rows) {
    addId(byStamp, v, id);
    if (f) for (const stamp of new Set(Object.values(f))) if (stamp > v) addId(byStamp, stamp, id);
  }
  return entriesOf(scope, byStamp);
}

/** The same of rows whose columns are all of the row's own version. */
export function newEntries(
  scope: MergeScope,
  ids: readonly string[],
  versions: readonly string[],
): MergedEntry[] {
  const byStamp: IdsByStamp = new Map();
  for (const [place, v] of versions.entries()) addId(byStamp, v, ids[place] ?? '');
  return entriesOf(scope, byStamp);
}

type IdsByStamp = Map<string, string[]>;

function addId(byStamp: IdsByStamp, stamp: string, id: string): void {
  const ids = byStamp.get(stamp);
  if (!ids) byStamp.set(stamp, [id]);
  else if (ids.at(-1) !== id) ids.push(id);
}

function entriesOf(scope: MergeScope, byStamp: IdsByStamp): MergedEntry[] {
  return [...byStamp]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([stamp, ids]) =>
      ids.length > MOST_NAMED
        ? [entryOf(scope, stamp, { recordId: null, changes: null, rowCount: ids.length })]
        : ids.map((recordId) => entryOf(scope, stamp, { recordId, changes: null })),
    );
}

/** One entry a write, with the values it replaced. */
export function changeEntries(
  scope: MergeScope,
  recordId: string,
  columns: readonly ColumnMerge[],
): MergedEntry[] {
  const byStamp = new Map<string, Record<string, readonly [unknown, unknown]>>();
  for (const { column, mine, theirs, isTheirs, isSame } of columns) {
    if (!isTheirs || isSame) continue;
    const changes = byStamp.get(theirs.stamp) ?? {};
    changes[column.property] = [column.read(mine.value), column.read(theirs.value)];
    byStamp.set(theirs.stamp, changes);
  }
  return [...byStamp].map(([stamp, changes]) =>
    entryOf(scope, stamp, { recordId, changes: changes as FieldChanges }),
  );
}

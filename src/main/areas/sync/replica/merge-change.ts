/** One row that is here and came: what changes, what people differ about, what is told. */
import { BASE_MARK } from '../../../db/field-versions.ts';
import type { MergedChange, MergedEntry } from '../../../db/merge-rows.ts';
import type { WireRow } from '../wire.ts';
import { conflictOf, isContested, mayConflict } from './conflicts.rules.ts';
import type { MergeScope } from './merge-context.ts';
import { changeEntries, entryOf } from './merge-entries.ts';
import { type ColumnMerge, mergeRow, type RowMerge } from './row-merge.rules.ts';
import { type RawRow, type TableCodec, wireVersions } from './table-codec.ts';
import type { UnknownPart } from './unknown-rows.store.ts';

export interface PlannedChange {
  readonly change: MergedChange;
  readonly entries: readonly MergedEntry[];
  readonly unknown: UnknownPart | null;
  /** A deletion and a later edit met: the row is to live. */
  readonly revives: boolean;
  /** The server has less of it than it had: it was put back. */
  readonly isMore: boolean;
}

/** null where nothing changes. @throws CellError */
export function planChange(
  scope: MergeScope,
  codec: TableCodec,
  { raw, part }: { readonly raw: RawRow; readonly part: UnknownPart | undefined },
  theirs: WireRow,
): PlannedChange | null {
  const mine = { raw, f: wireVersions(codec.shape, raw), unknown: part };
  const merge = mergeRow(codec, mine, theirs);
  if (!merge) return null;
  const local = localVersions(codec, raw);
  const entries = changeEntries(scope, theirs.id, merge.columns);
  for (const column of merge.columns) {
    const lost = meet(scope, codec, { id: theirs.id, local }, column);
    if (lost) entries.push(lost);
  }
  const set: Record<string, unknown> = {};
  for (const { column, theirs: side, isTheirs, isSame } of merge.columns)
    if (isTheirs && !isSame) set[column.name] = side.value;
  const fieldVersions = storedVersions(codec, merge, local);
  return {
    change: { id: theirs.id, set, rowVersion: merge.v, fieldVersions, place: placeOf(raw) },
    ...{ entries, unknown: merge.unknown },
    isMore: merge.columns.some(
      ({ mine: own, theirs: other }) => own.stamp > other.stamp && !scope.isPending(own.stamp),
    ),
    revives: bringsBack(scope, raw, mine.f, merge.columns),
  };
}

const placeOf = ({ seq }: RawRow) => (typeof seq === 'number' ? seq : null);

/** Stamps of local columns and the bases of own writes (`~property`), which the wire does not know. */
function localVersions(
  codec: TableCodec,
  { field_versions: text }: RawRow,
): Record<string, string> {
  if (typeof text !== 'string') return {};
  const known = new Set(codec.columns.map(({ property }) => property));
  const all = Object.entries(JSON.parse(text) as Record<string, string>);
  return Object.fromEntries(all.filter(([property]) => !known.has(property)));
}

/**
 * A field that was written on both sides. Notes what this workstation has now seen, and finds the
 * conflict; where the value that came stands back, its write is told to the history all the same.
 */
function meet(
  scope: MergeScope,
  codec: TableCodec,
  { id, local }: { id: string; local: Record<string, string> },
  { column, mine, theirs, isTheirs, isSame }: ColumnMerge,
): MergedEntry | null {
  const baseKey = BASE_MARK + column.property;
  const base = local[baseKey] ?? '';
  if (isTheirs) delete local[baseKey];
  else if (theirs.stamp > base && !scope.isOwn(theirs.stamp)) local[baseKey] = theirs.stamp;
  if (isSame || !mayConflict(codec.name, column.name)) return null;
  if (!isContested(column.name, mine.value, theirs.value)) return null;
  const isUnseen = theirs.stamp > base && !scope.isOwn(theirs.stamp);
  if (!isUnseen || !scope.isPending(mine.stamp)) return null;
  const conflict = conflictOf(
    { table: codec.name, record: id, field: column.name },
    [
      { cell: column.toWire(mine.value), stamp: mine.stamp },
      { cell: column.toWire(theirs.value), stamp: theirs.stamp },
    ],
    scope.writeOf,
  );
  if (!conflict) return null;
  scope.conflicts.push(conflict);
  if (isTheirs) return null;
  const values = [column.read(mine.value), column.read(theirs.value)] as const;
  return entryOf(scope, theirs.stamp, { recordId: id, changes: { [column.property]: values } });
}

function storedVersions(
  { shape }: TableCodec,
  { f }: RowMerge,
  local: Readonly<Record<string, string>>,
): string | null {
  const stored: Record<string, string> = { ...local };
  for (const [name, stamp] of Object.entries(f ?? {})) {
    const property = shape.columnOf.get(name)?.property;
    if (property !== undefined) stored[property] = stamp;
  }
  return Object.keys(stored).length > 0 ? JSON.stringify(stored) : null;
}

/** Deleted on one side, edited later on the other by somebody who did not know: it lives, visibly. */
function bringsBack(
  { isPending, isOwn }: MergeScope,
  raw: RawRow,
  f: Readonly<Record<string, string>> | null,
  columns: readonly ColumnMerge[],
): boolean {
  const deletion = columns.find(({ column }) => column.name === 'deleted_at');
  const isEdit = (name: string) => name !== 'deleted_at' && name !== 'updated_at';
  if (deletion?.isTheirs && deletion.theirs.value !== null && !deletion.isSame) {
    if (isOwn(deletion.theirs.stamp)) return false;
    return Object.entries(f ?? {}).some(
      ([name, stamp]) => isEdit(name) && isPending(stamp) && stamp > deletion.theirs.stamp,
    );
  }
  if ((raw.deleted_at ?? null) === null || deletion?.isTheirs) return false;
  const deleted = f?.deleted_at ?? String(raw.row_version);
  if (!isPending(deleted)) return false;
  return columns.some(
    ({ column, theirs, isTheirs }) =>
      isTheirs && isEdit(column.name) && !isOwn(theirs.stamp) && theirs.stamp > deleted,
  );
}

/**
 * How Undo and Redo change rows: one applier a table. Who records changes of a table with
 * `recordAction` registers it in `src/main/workers/desk-appliers.ts` (core and workers read it there):
 *
 *     createTableApplier(incidentPinsTable, { follow: (tx, changes) => relink(tx, changes) })
 *
 * Grants power: an undo writes fields that no endpoint may write. Defences: only recorded values are
 * written back, only where the row still is what the action left; `permission` is asked of whoever
 * undoes; `isPersonal` and `refuses` hold what the endpoints of the table hold.
 */
import type { Permission } from '../../../shared/contract/permissions.ts';
import { type RowOf, tableShape } from '../../db/statements.ts';
import type { SyncedTable, WriteTx } from '../../db/write-door.ts';
import { liveRows } from './appliers.store.ts';

type Properties = Readonly<Record<string, unknown>>;

/** A row is to be `to`: these properties with these values, or gone (null). */
export interface RowTarget {
  readonly id: string;
  readonly to: Properties | null;
}

/** A row that Undo or Redo changed, as a whole; null where there is none. */
export interface FollowedChange<Row> {
  readonly before: Row | null;
  readonly after: Row | null;
}

export interface TableApplier {
  /** SQL name, as in `RowChange.table`. */
  readonly table: string;
  /** Asked of whoever undoes or redoes a change of this table. */
  readonly permission: Permission;
  /** Of these kinds of action only who did one undoes it: nobody else may do what it would do. */
  readonly isPersonal?: (kind: string) => boolean;
  /** The row must stay as it is, whatever it is: its record is closed, or another has its place. */
  readonly refuses?: (tx: WriteTx, id: string, to: Properties | null) => boolean;
  /** The rows that are there (no tombstones), by id. */
  read(tx: WriteTx, ids: readonly string[]): ReadonlyMap<string, Properties>;
  /**
   * Properties that go along with a change without being it (when an alert was first touched): not
   * compared, and put back only where no later action touched the row.
   */
  readonly quiet?: ReadonlySet<string>;
  /**
   * Makes the rows so; the caller has checked that they may be. Returns true where the audit entry
   * names the action (`actionId`) instead of each row, as it may where the action has several.
   */
  apply(tx: WriteTx, targets: readonly RowTarget[], action: AppliedAction): boolean;
}

export interface AppliedAction {
  readonly actionId: string;
  /** It changed one row and no more. */
  readonly isSingle: boolean;
}

export interface ApplierOptions<T extends SyncedTable>
  extends Pick<TableApplier, 'isPersonal' | 'refuses'> {
  /** 'alerts.write' unless said otherwise. */
  readonly permission?: Permission;
  /** Keeps what is derived from the table, in the same transaction. */
  readonly follow?: (tx: WriteTx, changes: readonly FollowedChange<RowOf<T>>[]) => void;
}

/** For a synced table whose rows change one by one through the write door. */
export function createTableApplier<T extends SyncedTable>(
  table: T,
  { permission = 'alerts.write', follow, ...rules }: ApplierOptions<T> = {},
): TableApplier {
  const { name, properties } = tableShape(table);
  const known = new Set(properties);
  return {
    table: name,
    permission,
    ...rules,
    read: (tx, ids) => liveRows(tx, table, ids),
    apply(tx, targets) {
      const ids = targets.map(({ id }) => id);
      const before = liveRows(tx, table, ids);
      for (const { id, to } of targets) {
        if (to === null) {
          tx.remove(table, id);
          continue;
        }
        tx.revive(table, id);
        const patch = Object.fromEntries(
          Object.entries(to)
            .filter(([property]) => known.has(property))
            .map(([property, value]) => [property, fromJson(value)]),
        );
        tx.update(table, id, patch as never);
      }
      if (!follow) return false;
      const after = liveRows(tx, table, ids);
      follow(
        tx,
        ids.map((id) => ({
          before: (before.get(id) ?? null) as RowOf<T> | null,
          after: (after.get(id) ?? null) as RowOf<T> | null,
        })),
      );
      return false;
    },
  };
}

/** Bytes come back from the journal as `{ type: 'Buffer', data: [...] }`. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type, data } = value as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value;
}

/** Whether the row still has these values; compared as the journal keeps them. */
export function isStill(row: Properties | undefined, expected: Properties | null): boolean {
  if (expected === null) return row === undefined;
  if (!row) return false;
  return Object.entries(expected).every(
    ([property, value]) =>
      Object.is(row[property], value) ||
      JSON.stringify(row[property] ?? null) === JSON.stringify(value ?? null),
  );
}

/** What hangs on rows of a table and is not kept by triggers; wired in the app, made by its area. */
import type { ReadDb } from '../../../db/database.ts';
import type { PackedRows } from '../../../db/packed-rows.ts';
import type { InsertedRange, WriteTx } from '../../../db/write-door.ts';

type Row = Readonly<Record<string, unknown>>;

/** New rows with all about them that can be worked out before they are there. */
export interface FollowedRows {
  /** The same of those from one place to before another. */
  slice(from: number, to: number): FollowedRows;
  /** @param places Those that are there now, in the order of their `seq`. */
  follow(tx: WriteTx, inserted: InsertedRange, places: readonly number[]): void;
}

export interface MergeFollower {
  /** Columns that `derive` looks at. */
  readonly derivedFrom: ReadonlySet<string>;
  /** Columns that are worked out here from others, by property; these and those as SQLite takes them. */
  derive(rows: PackedRows): Readonly<Record<string, unknown[]>>;
  /** Of new rows, in or before the transaction that inserts them; live ones come before tombstones. */
  prepare(db: ReadDb, rows: PackedRows): FollowedRows;
  /** By properties, as the program knows rows. */
  changed(tx: WriteTx, rows: readonly { readonly before: Row; readonly after: Row }[]): void;
  /** Before rows are deleted for good. */
  remove(tx: WriteTx, ids: readonly string[]): void;
}

export type MergeFollowers = Readonly<Record<string, MergeFollower>>;

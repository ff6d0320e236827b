/** What hangs on rows of a table and is not kept by triggers; wired in the app, made by its area. */
import type { PackedRows } from '../../../db/packed-rows.ts';
import type { InsertedRange, WriteTx } from '../../../db/write-door.ts';

type Row = Readonly<Record<string, unknown>>;

export interface MergedForFollower {
  /** New rows with their range of `seq`; live ones come before tombstones. */
  readonly inserts: PackedRows;
  readonly inserted: InsertedRange;
  readonly places: readonly number[];
  /** By properties, as the program knows rows. */
  readonly changed: readonly { readonly before: Row; readonly after: Row }[];
}

export interface MergeFollower {
  /** Columns that `derive` looks at. */
  readonly derivedFrom: ReadonlySet<string>;
  /** Columns that are worked out here from others, by property, ready for SQLite. */
  derive(rows: readonly Row[]): Readonly<Record<string, unknown[]>>;
  merged(tx: WriteTx, merged: MergedForFollower): void;
  /** Before rows are deleted for good. */
  remove(tx: WriteTx, ids: readonly string[]): void;
}

export type MergeFollowers = Readonly<Record<string, MergeFollower>>;

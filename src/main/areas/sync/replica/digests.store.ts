/** Digests by bucket, page by page; what is deleted is not counted, because the server purges it in time. */
import type { ReadDb } from '../../../db/database.ts';
import { bucketOf, digestOf } from '../merge.kernel.ts';
import { isSentRow } from '../sent-columns.ts';
import type { Digest, WireRow } from '../wire.ts';
import type { TableCodec } from './table-codec.ts';
import { wireVersions } from './table-codec.ts';
import { hasUnknown, readUnknown, unknownAfter, withUnknown } from './unknown-rows.store.ts';

const PAGE = 2_000;
const MODULUS = 1n << 60n;

interface Sum {
  rows: number;
  sum: bigint;
}

interface VersionRow {
  readonly place: number;
  readonly id: string;
  readonly row_version: string;
  readonly field_versions: string | null;
  readonly deleted_at: number | null;
}

export function readDigests(db: ReadDb, table: string, codec: TableCodec | undefined): Digest[] {
  const sums = new Map<number, Sum>();
  const add = (row: Pick<WireRow, 'id' | 'v' | 'f'>) => {
    const bucket = bucketOf(row.id);
    const sum = sums.get(bucket) ?? { rows: 0, sum: 0n };
    sum.rows++;
    sum.sum = (sum.sum + digestOf(row)) % MODULUS;
    sums.set(bucket, sum);
  };
  if (codec) addTable(db, codec, add);
  addKeptAside(db, table, add);
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([bucket, { rows, sum }]) => ({ table, bucket, rows, sum: String(sum) }));
}

function addTable(db: ReadDb, codec: TableCodec, add: (row: WireRow) => void): void {
  const hasParts = hasUnknown(db, codec.name);
  let place = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = db.all<VersionRow>(
      `SELECT rowid AS place, id, row_version, field_versions, deleted_at FROM ${codec.name}
       WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      place,
      PAGE,
    );
    const ids = hasParts ? rows.map(({ id }) => id) : [];
    const parts = hasParts ? readUnknown(db, codec.name, ids) : null;
    for (const raw of rows) {
      place = raw.place;
      if (raw.deleted_at !== null || !isSentRow(codec.name, raw.id)) continue;
      const f = wireVersions(codec.shape, raw as unknown as Record<string, unknown>);
      const part = parts?.get(raw.id);
      const row = { id: raw.id, v: raw.row_version, f, c: {} };
      add(part?.v === null ? withUnknown(row, part) : row);
    }
    if (rows.length < PAGE) return;
  }
}

/** Rows that are here but not in their table. */
function addKeptAside(db: ReadDb, table: string, add: (row: WireRow) => void): void {
  let after = '';
  for (;;) {
    const parts = unknownAfter(db, table, { after, limit: PAGE, whole: true });
    for (const { id, v, f, c } of parts) {
      after = id;
      if (v !== null && (c.deleted_at ?? null) === null) add({ id, v, f: f && { ...f }, c: {} });
    }
    if (parts.length < PAGE) return;
  }
}

/** Records that the server did not take (`sync_refused`): which, how large, and once more. */
import type { ReadDb } from '../../../db/database.ts';
import type { SyncedShapes } from '../../../db/synced-tables.ts';
import { personNames, placeOf } from '../conflicts/conflict-places.store.ts';
import { readCodecs, readRaw } from '../replica/row-reader.store.ts';
import { LIMITS } from '../wire.ts';

const MOST_LISTED = 200;
const MOST_NAMED = 3;

interface RefusedRow {
  readonly table: string;
  readonly record: string;
  readonly title: string | null;
  readonly link: string | null;
  readonly isTooLarge: boolean;
  readonly bytes: number;
  /** The server's word, or null. */
  readonly said: string | null;
  /** The column with most bytes. */
  readonly largest: string | null;
}

export const countRefused = (db: ReadDb): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM sync_refused')?.n ?? 0;

/** Measured as they would be sent now, so that what was shortened since is not called too large. */
export function listRefused(db: ReadDb, shapes: SyncedShapes): RefusedRow[] {
  const named = db.all<{ table: string; id: string; said: string | null }>(
    `SELECT table_name AS "table", record_id AS id, reason AS said FROM sync_refused
     ORDER BY table_name, record_id LIMIT ?`,
    MOST_LISTED,
  );
  if (named.length === 0) return [];
  const codecs = readCodecs(db, shapes);
  return named.map(({ table, id, said }) => {
    const codec = codecs.get(table);
    const raw = codec && readRaw(db, table, id);
    const row = codec && raw ? codec.toRow(raw) : null;
    const bytes = row === null ? 0 : Buffer.byteLength(JSON.stringify(row));
    const place = codec ? placeOf(db, table, id) : { title: null, link: null };
    const isTooLarge = bytes > LIMITS.rowBytes;
    const largest = largestOf(row?.c ?? {});
    return { table, record: id, ...place, isTooLarge, bytes, said, largest };
  });
}

function largestOf(cells: Readonly<Record<string, unknown>>): string | null {
  const sizes = Object.entries(cells).map(
    ([column, cell]) => [column, typeof cell === 'string' ? cell.length : 0] as const,
  );
  return sizes.sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Whom to ask for what is not permitted. */
export function administrators(db: ReadDb): string[] {
  const names = personNames(db);
  const found = db.all<{ id: string }>(
    `SELECT id FROM users WHERE role = 'Administrator' AND deleted_at IS NULL
       AND deactivated_at IS NULL ORDER BY created_at, id LIMIT ?`,
    MOST_NAMED,
  );
  return found.map(({ id }) => names.get(id) ?? id);
}

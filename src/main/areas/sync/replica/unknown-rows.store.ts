/**
 * What came and has no place yet: columns and tables of newer versions, and rows that their table
 * refuses. It is sent on when asked for, counts in digests, and is taken over once it fits.
 */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { WireCell, WireRow } from '../wire.ts';

export interface UnknownPart {
  readonly id: string;
  /** null: the row itself is in its table, these are further columns of it. */
  readonly v: string | null;
  readonly f: Readonly<Record<string, string>> | null;
  readonly c: Readonly<Record<string, WireCell>>;
}

interface Stored {
  readonly record_id: string;
  readonly version: string | null;
  readonly fields: string | null;
  readonly cells: string;
}

const toPart = ({ record_id, version, fields, cells }: Stored): UnknownPart => ({
  id: record_id,
  v: version,
  f: fields === null ? null : (JSON.parse(fields) as Record<string, string>),
  c: JSON.parse(cells) as Record<string, WireCell>,
});

export const hasUnknown = (db: ReadDb, table: string): boolean =>
  db.get('SELECT 1 FROM sync_unknown WHERE table_name = ? LIMIT 1', table) !== undefined;

export function readUnknown(
  db: ReadDb,
  table: string,
  ids: readonly string[],
): ReadonlyMap<string, UnknownPart> {
  if (!hasUnknown(db, table)) return new Map();
  const rows = db.all<Stored>(
    `SELECT * FROM sync_unknown
     WHERE table_name = ? AND record_id IN (SELECT value FROM json_each(?))`,
    table,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.record_id, toPart(row)]));
}

/** Those after an id, in order. @param whole Only rows that are here and nowhere else. */
export function unknownAfter(
  db: ReadDb,
  table: string,
  { after, limit, whole }: { after: string; limit: number; whole: boolean },
): UnknownPart[] {
  return db
    .all<Stored>(
      `SELECT * FROM sync_unknown WHERE table_name = ? AND record_id > ?
       AND (version IS NOT NULL OR ? = 0) ORDER BY record_id LIMIT ?`,
      ...[table, after, whole ? 1 : 0, limit],
    )
    .map(toPart);
}

export function unknownTables(db: ReadDb): string[] {
  return db
    .all<{ name: string }>(
      'SELECT DISTINCT table_name AS name FROM sync_unknown ORDER BY table_name',
    )
    .map(({ name }) => name);
}

export function saveUnknown(
  tx: WriteTx,
  table: string,
  { id, v, f, c }: UnknownPart,
  reason: string | null,
): void {
  tx.run(
    `INSERT INTO sync_unknown (table_name, record_id, version, fields, cells, reason)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (table_name, record_id) DO UPDATE SET version = excluded.version,
       fields = excluded.fields, cells = excluded.cells, reason = excluded.reason`,
    ...[table, id, v, f === null ? null : JSON.stringify(f), JSON.stringify(c), reason],
  );
}

export function dropUnknown(tx: WriteTx, table: string, id: string): void {
  tx.run('DELETE FROM sync_unknown WHERE table_name = ? AND record_id = ?', table, id);
}

/** The row as the wire has it, with what this version does not know of it. */
export function withUnknown(row: WireRow, part: UnknownPart | undefined): WireRow {
  if (!part) return row;
  const later = Object.entries(part.f ?? {}).filter(([, stamp]) => stamp !== row.v);
  const f = { ...row.f, ...Object.fromEntries(later) };
  return { ...row, f: Object.keys(f).length > 0 ? f : null, c: { ...row.c, ...part.c } };
}

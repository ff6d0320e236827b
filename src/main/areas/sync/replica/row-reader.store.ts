import type { ReadDb } from '../../../db/database.ts';
import type { SyncedShapes } from '../../../db/synced-tables.ts';
import type { WireCell, WireRow } from '../wire.ts';
import { NATURAL_KEYS, type NaturalKey } from './natural-keys.ts';
import { type ColumnFacts, createCodec, type RawRow, type TableCodec } from './table-codec.ts';

/** @throws Error where the connection holds rows to those that they name. */
export function assertNoForeignKeys(db: ReadDb): void {
  const pragma = db.get<{ foreign_keys: number }>('PRAGMA foreign_keys');
  if (pragma?.foreign_keys !== 0)
    throw new Error('A replica needs a connection with foreignKeys: false');
}

export function readCodecs(db: ReadDb, shapes: SyncedShapes): Map<string, TableCodec> {
  const found = new Map<string, TableCodec>();
  for (const [name, shape] of shapes) {
    const facts = db.all<{ name: string; required: number; dflt: string | null }>(
      'SELECT name, "notnull" AS required, dflt_value AS dflt FROM pragma_table_info(?)',
      name,
    );
    const columns = facts.map(
      (fact): ColumnFacts => ({
        name: fact.name,
        isRequired: fact.required === 1,
        byDefault: fact.dflt,
      }),
    );
    found.set(name, createCodec(shape, columns));
  }
  return found;
}

export function readRaws(db: ReadDb, table: string, ids: readonly string[]): Map<string, RawRow> {
  const rows = db.all<RawRow>(
    `SELECT * FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [String(row.id), row]));
}

/** Whether any of these rows is here already. */
export function isAnyHere(db: ReadDb, table: string, ids: readonly string[]): boolean {
  const found = db.all(
    `SELECT 1 FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1`,
    JSON.stringify(ids),
  );
  return found.length > 0;
}

export function readRaw(db: ReadDb, table: string, id: string): RawRow | undefined {
  return db.get<RawRow>(`SELECT * FROM ${table} WHERE id = ?`, id);
}

/** Rows here that are the same thing as rows that came, under another id: `[came, here]`. */
export function findTwins(
  db: ReadDb,
  codec: TableCodec,
  rows: readonly WireRow[],
): [came: string, here: string][] {
  const key = NATURAL_KEYS[codec.name];
  if (!key) return [];
  if (codec.name === 'alerts') return findByFingerprint(db, rows);
  return rows.flatMap((row): [string, string][] => {
    const here = findTwin(db, codec, key, row);
    return here === undefined ? [] : [[row.id, here]];
  });
}

function findTwin(
  db: ReadDb,
  codec: TableCodec,
  { columns, where, holds }: NaturalKey,
  row: WireRow,
): string | undefined {
  if (!holds(row)) return undefined;
  const conditions = [...columns.map((column) => `${column} = ?`), 'id <> ?', where ?? '1'];
  const values = columns.map((column) =>
    codec.columnOf.get(column)?.fromWire(row.c[column] ?? null),
  );
  return db.get<{ id: string }>(
    `SELECT id FROM ${codec.name} WHERE ${conditions.join(' AND ')}`,
    ...(values as (string | number | null)[]),
    row.id,
  )?.id;
}

/** Whether an alert with one of these fingerprints is here under another id. */
export function hasTwins(
  db: ReadDb,
  ids: readonly string[],
  prints: readonly WireCell[] | null,
): boolean {
  const came = new Map<string, string>();
  for (const [place, print] of (prints ?? []).entries())
    if (typeof print === 'string') came.set(wordOf(print), ids[place] ?? '');
  return findPrints(db, came).length > 0;
}

/** Bytes of the wire as SQLite writes them in hex. */
const wordOf = (print: string): string => print.slice(2).toUpperCase();

function findByFingerprint(db: ReadDb, rows: readonly WireRow[]): [string, string][] {
  const came = new Map<string, string>();
  for (const { id, c } of rows)
    if (typeof c.fingerprint === 'string') came.set(wordOf(c.fingerprint), id);
  return findPrints(db, came);
}

/** @param came Ids by their fingerprints. */
function findPrints(db: ReadDb, came: ReadonlyMap<string, string>): [string, string][] {
  if (came.size === 0) return [];
  return db
    .all<{ id: string; print: string }>(
      `SELECT id, hex(fingerprint) AS print FROM alerts
       WHERE fingerprint IN (SELECT unhex(value) FROM json_each(?))`,
      JSON.stringify([...came.keys()]),
    )
    .flatMap(({ id, print }): [string, string][] => {
      const other = came.get(print);
      return other === undefined || other === id ? [] : [[other, id]];
    });
}

/** One push: rows by name made whole, with who wrote them; bounded in rows, writes and bytes. */
import type { ReadDb } from '../../../db/database.ts';
import { LIMITS, type PushBatch, type WireRow, type WireTable, type WireWrite } from '../wire.ts';
import { conflictsToSend } from './conflicts.store.ts';
import type { Codecs } from './merge-context.ts';
import { type Gathered, gather, type Named } from './outbox.store.ts';
import { nodeOf, readNode, readState } from './replica-state.store.ts';
import { readRaws } from './row-reader.store.ts';
import { readUnknown, withUnknown } from './unknown-rows.store.ts';
import { readWrites } from './writes.store.ts';

const MOST_CONFLICTS = 200;
const MOST_WRITES = 5_000;
const READ_ROWS = 500;
/** Room for writes, conflicts and what the wire adds. */
const ROW_BYTES = LIMITS.bytes - 2 * 1024 * 1024;

export interface Made {
  readonly batch: PushBatch;
  readonly gathered: Gathered;
  /** Rows that are too large to be sent at all. */
  readonly tooLarge: readonly Named[];
}

/** @param people Whose writes go out in their names; null: everybody's. */
export function makeBatch(db: ReadDb, codecs: Codecs, people: ReadonlySet<string> | null): Made {
  let most: number = LIMITS.rows;
  for (;;) {
    const gathered = gather(db, codecs, most);
    const read = readTables(db, codecs, gathered);
    const writes = writesOf(db, gathered, read.tables, people);
    const count = gathered.rows.length;
    const isOver = read.bytes > ROW_BYTES || writes.length > MOST_WRITES;
    if (isOver && count > 1) {
      const share = Math.min(ROW_BYTES / read.bytes, MOST_WRITES / Math.max(1, writes.length));
      most = Math.max(1, Math.min(count - 1, Math.floor(count * share * 0.9)));
      continue;
    }
    return {
      gathered,
      tooLarge: read.tooLarge,
      batch: {
        ...{ writes, tables: read.tables, conflicts: conflictsToSend(db, MOST_CONFLICTS) },
        ...{ cursor: readState(db).cursor, through: gathered.through },
        from: readState(db).acknowledged,
      },
    };
  }
}

function readTables(db: ReadDb, codecs: Codecs, { rows: names, changedAt }: Gathered) {
  const byTable = new Map<string, string[]>();
  for (const [table, id] of names) {
    const ids = byTable.get(table);
    if (ids) ids.push(id);
    else byTable.set(table, [id]);
  }
  const tables: WireTable[] = [];
  const tooLarge: Named[] = [];
  let bytes = 0;
  for (const [table, ids] of byTable) {
    const rows: WireRow[] = [];
    for (let from = 0; from < ids.length; from += READ_ROWS)
      for (const row of readRows(db, codecs, {
        table,
        ids: ids.slice(from, from + READ_ROWS),
        changedAt,
      })) {
        const size = Buffer.byteLength(JSON.stringify(row));
        if (size > LIMITS.rowBytes) tooLarge.push([table, row.id]);
        else {
          rows.push(row);
          bytes += size;
        }
      }
    if (rows.length > 0) tables.push({ table, rows });
  }
  return { tables, tooLarge, bytes };
}

interface Wanted extends Pick<Gathered, 'changedAt'> {
  readonly table: string;
  readonly ids: readonly string[];
}

function readRows(db: ReadDb, codecs: Codecs, { table, ids, changedAt }: Wanted): WireRow[] {
  const codec = codecs.get(table);
  if (!codec) return [];
  const raws = readRaws(db, table, ids);
  const parts = readUnknown(db, table, ids);
  const refused = readRefused(db, table, ids);
  return ids.flatMap((id) => {
    const raw = raws.get(id);
    if (!raw) return [];
    const refusedAt = refused.get(id);
    // What made the server say no may be gone with a later change.
    if (refusedAt !== undefined && changedAt(table, id) <= refusedAt) return [];
    const part = parts.get(id);
    return [withUnknown(codec.toRow(raw), part?.v === null ? part : undefined)];
  });
}

/** The place of the change log up to which each was known when it was refused. */
function readRefused(
  db: ReadDb,
  table: string,
  ids: readonly string[],
): ReadonlyMap<string, number> {
  if (db.get('SELECT 1 FROM sync_refused LIMIT 1') === undefined) return new Map();
  const rows = db.all<{ id: string; through: number }>(
    `SELECT record_id AS id, through FROM sync_refused
     WHERE table_name = ? AND record_id IN (SELECT value FROM json_each(?))`,
    table,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, through }) => [id, through]));
}

/**
 * The writes of the covered places, also where their cells were written again since, and those of the
 * rows' own cells, so that whoever reads a row knows its authors.
 */
function writesOf(
  db: ReadDb,
  gathered: Gathered,
  tables: readonly WireTable[],
  people: ReadonlySet<string> | null,
): WireWrite[] {
  const node = readNode(db);
  const stamps = new Set(gathered.stamps);
  const isBeyondLog = gathered.again.length > 0 || gathered.swept.size > 0;
  const add = (stamp: string) => {
    if (isBeyondLog || nodeOf(stamp) === node) stamps.add(stamp);
  };
  for (const { rows } of tables)
    for (const { v, f } of rows) {
      add(v);
      if (f) for (const stamp of Object.values(f)) add(stamp);
    }
  const isOurs = (actor: string | null) => actor !== null && (people?.has(actor) ?? true);
  return [...readWrites(db, [...stamps]).values()].map(
    ({ stamp, actor, action, reason, sentBy }) => ({
      stamp,
      actor: sentBy !== '' || isOurs(actor) ? actor : null,
      action: action.slice(0, 100),
      reason: reason?.slice(0, 2_000) ?? null,
    }),
  );
}

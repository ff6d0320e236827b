/**
 * Stamps that are made anew: a clock that was ahead, or a database that was put back. What the server
 * may have stays as it is, because there it would keep its old stamp.
 */
import { randomBytes } from 'node:crypto';
import { hlcToStamp, nextHlc, stampToHlc } from '../../../db/hlc.ts';
import type { MergedChange } from '../../../db/merge-rows.ts';
import type { SyncedTable, WriteTx } from '../../../db/write-door.ts';
import { conflictId } from '../merge.kernel.ts';
import { LIMITS } from '../wire.ts';
import { conflictsToSend } from './conflicts.store.ts';
import type { Codecs } from './merge-context.ts';
import { nodeOf, readLastStamp, readNode, readState } from './replica-state.store.ts';
import { readRaws } from './row-reader.store.ts';
import type { RawRow } from './table-codec.ts';

type Renamed = ReadonlyMap<string, string>;

const PAGE = 500;
const NODE_BYTES = 6;

/**
 * New stamps come after all that stays, in their old order, none later than now.
 * @param aheadMs What the own clock is ahead by: 0 where it is right by now.
 */
export function restamp(
  tx: WriteTx,
  codecs: Codecs,
  { aheadMs, serverNow }: { aheadMs: number; serverNow: number | undefined },
): void {
  const offset = Number(readMeta(tx, 'clock_offset_ms') ?? 0) - aheadMs;
  const now = Math.min(tx.now + offset, serverNow ?? Number.POSITIVE_INFINITY);
  const limit = (serverNow ?? now) + LIMITS.futureMs;
  const latest = hlcToStamp({ wallMs: limit, counter: 0xffff }, '~');
  const log = tx.all<{ stamp: string }>(
    `SELECT DISTINCT stamp FROM change_log
     WHERE from_sync = 0 AND seq > ? AND stamp > ? ORDER BY stamp`,
    readState(tx).acknowledged,
    latest,
  );
  const stays = tx.get<{ stamp: string | null }>(
    'SELECT max(stamp) AS stamp FROM change_log WHERE from_sync = 0 AND stamp <= ?',
    latest,
  );
  const seen = readMeta(tx, 'hlc_seen') ?? '';
  const floor = [stays?.stamp ?? '', seen].sort().at(-1) ?? '';
  let hlc = floor === '' ? { wallMs: 0, counter: 0 } : stampToHlc(floor);
  const renamed = new Map<string, string>();
  for (const { stamp } of log) {
    hlc = nextHlc(hlc, Math.min(now, stampToHlc(stamp).wallMs - aheadMs));
    renamed.set(stamp, hlcToStamp(hlc, nodeOf(stamp)));
  }
  saveMeta(tx, 'clock_offset_ms', String(offset));
  if (readLastStamp(tx) > latest) saveMeta(tx, 'hlc', hlcToStamp(hlc, readNode(tx)));
  rename(tx, codecs, renamed);
}

/**
 * @param last Of what the server had of the old node.
 * @param seen The highest stamp that the server knows of it.
 */
export function renewNode(
  tx: WriteTx,
  codecs: Codecs,
  { last: lastStamp, seen }: { last: string; seen: string },
): void {
  const node = randomBytes(NODE_BYTES).toString('hex');
  const log = tx.all<{ stamp: string }>(
    'SELECT DISTINCT stamp FROM change_log WHERE from_sync = 0 AND seq > ? AND stamp > ?',
    readState(tx).acknowledged,
    lastStamp,
  );
  const renamed = new Map<string, string>();
  // Of whatever node this database had: a restore gives it one of its own before sync does.
  for (const { stamp } of log) renamed.set(stamp, hlcToStamp(stampToHlc(stamp), node));
  const last = [readLastStamp(tx), lastStamp, seen].sort().at(-1) ?? '';
  saveMeta(tx, 'node_id', node);
  if (last !== '') saveMeta(tx, 'hlc', hlcToStamp(stampToHlc(last), node));
  rename(tx, codecs, renamed);
}

function readMeta(tx: WriteTx, key: string): string | undefined {
  return tx.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
}

function saveMeta(tx: WriteTx, key: string, value: string): void {
  tx.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}

function rename(tx: WriteTx, codecs: Codecs, renamed: Renamed): void {
  if (renamed.size === 0) return;
  for (const [from, to] of renamed) {
    for (const [table, ids] of rowsOf(tx, codecs, from))
      for (let at = 0; at < ids.length; at += PAGE)
        renameRows(tx, codecs, { table, ids: ids.slice(at, at + PAGE), renamed });
    tx.run('UPDATE audit_log SET stamp = ? WHERE stamp = ?', to, from);
  }
  const entries = tx.all<{ seq: number; stamp: string }>(
    'SELECT seq, stamp FROM change_log WHERE from_sync = 0 AND stamp >= ?',
    [...renamed.keys()].sort()[0] ?? '',
  );
  for (const { seq, stamp } of entries) {
    const to = renamed.get(stamp);
    if (to !== undefined) tx.run('UPDATE change_log SET stamp = ? WHERE seq = ?', to, seq);
  }
  renameConflicts(tx, renamed);
}

/** The rows that one write changed, by table. */
function rowsOf(tx: WriteTx, codecs: Codecs, stamp: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const entries = tx.all<{
    t: string;
    id: string | null;
    first: number | null;
    last: number | null;
  }>(
    `SELECT table_name AS t, record_id AS id, first_row AS first, last_row AS last FROM change_log
     WHERE stamp = ? AND from_sync = 0`,
    stamp,
  );
  for (const { t, id, first, last } of entries) {
    if (!codecs.has(t)) continue;
    const ids = found.get(t) ?? [];
    found.set(t, ids);
    if (id !== null) ids.push(id);
    else
      for (const row of tx.all<{ id: string }>(
        `SELECT id FROM ${t} WHERE rowid BETWEEN ? AND ?`,
        first,
        last,
      ))
        ids.push(row.id);
  }
  return found;
}

function renameRows(
  tx: WriteTx,
  codecs: Codecs,
  { table, ids, renamed }: { table: string; ids: readonly string[]; renamed: Renamed },
): void {
  const codec = codecs.get(table);
  if (!codec) return;
  const updates = [...readRaws(tx, table, ids).values()].flatMap((raw) => renamedRow(raw, renamed));
  if (updates.length === 0) return;
  tx.mergeRows(codec.shape.table as SyncedTable, {
    inserts: { count: 0, properties: [], columns: [], constants: {} },
    ...{ updates, entries: [], latest: null },
  });
}

function renamedRow(raw: RawRow, renamed: Renamed): MergedChange[] {
  const now = (stamp: string) => renamed.get(stamp) ?? stamp;
  const rowVersion = now(String(raw.row_version));
  const before = typeof raw.field_versions === 'string' ? raw.field_versions : null;
  const fields = before === null ? null : (JSON.parse(before) as Record<string, string>);
  const after =
    fields &&
    JSON.stringify(Object.fromEntries(Object.entries(fields).map(([key, at]) => [key, now(at)])));
  if (rowVersion === raw.row_version && after === before) return [];
  return [{ id: String(raw.id), set: {}, rowVersion, fieldVersions: after }];
}

/** A conflict bears the stamps of its sides in its id. */
function renameConflicts(tx: WriteTx, renamed: Renamed): void {
  const now = (stamp: string) => renamed.get(stamp) ?? stamp;
  for (const { id, table, record, field, winner, loser } of conflictsToSend(tx, 1_000_000)) {
    const stamps = [now(winner.stamp), now(loser.stamp)] as const;
    if (stamps[0] === winner.stamp && stamps[1] === loser.stamp) continue;
    tx.run(
      'UPDATE OR REPLACE sync_conflicts SET id = ?, winner_stamp = ?, loser_stamp = ? WHERE id = ?',
      ...[conflictId(table, record, field, stamps), ...stamps, id],
    );
  }
}

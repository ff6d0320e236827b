/** The list of conflicts of two people, as far as this workstation knows them. */
import type { ReadDb } from '../../../db/database.ts';
import { syncConflictsTable } from '../../../db/tables/sync.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { WireConflict } from '../wire.ts';

/**
 * Returns those that were not known. @param toSend Found here: the others hear of it with the next push.
 */
export function saveConflicts(
  tx: WriteTx,
  conflicts: readonly WireConflict[],
  toSend: boolean,
): WireConflict[] {
  const fresh: WireConflict[] = [];
  for (const conflict of conflicts) {
    const { id, table, record, field, winner, loser } = conflict;
    const added = tx.run(
      `INSERT INTO sync_conflicts (id, table_name, record_id, field, winner_value, winner_stamp, winner_actor,
         loser_value, loser_stamp, loser_actor, seen_at, to_send)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      ...[id, table, record, field],
      ...[JSON.stringify(winner.value), winner.stamp, winner.actor],
      ...[JSON.stringify(loser.value), loser.stamp, loser.actor],
      ...[tx.now, toSend ? 1 : 0],
    );
    if (added > 0) {
      fresh.push(conflict);
      tx.announce('sync_conflicts', id);
    }
    // The server has it from somebody else: it need not hear of it again.
    else if (!toSend) tx.run('UPDATE sync_conflicts SET to_send = 0 WHERE id = ?', id);
  }
  return fresh;
}

export function conflictsToSend(db: ReadDb, limit: number): WireConflict[] {
  return db
    .rows(
      syncConflictsTable,
      'SELECT * FROM sync_conflicts WHERE to_send = 1 ORDER BY seq LIMIT ?',
      limit,
    )
    .map((row) => ({
      ...{ id: row.id, table: row.tableName, record: row.recordId, field: row.field },
      winner: { value: row.winnerValue, stamp: row.winnerStamp, actor: row.winnerActor },
      loser: { value: row.loserValue, stamp: row.loserStamp, actor: row.loserActor },
    }));
}

export function markSent(tx: WriteTx, ids: readonly string[]): void {
  tx.run(
    'UPDATE sync_conflicts SET to_send = 0 WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
}

export function sendConflictsAgain(tx: WriteTx): void {
  tx.run('UPDATE sync_conflicts SET to_send = 1 WHERE to_send = 0');
}

export function countUnsent(db: ReadDb): number {
  return (
    db.get<{ n: number }>('SELECT count(*) AS n FROM sync_conflicts WHERE to_send = 1')?.n ?? 0
  );
}

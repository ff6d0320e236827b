/** The closed alerts of this desk, and the results of backtests. */
import type { Backtest } from '../../../shared/areas/assistant/automation.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertRow } from './engine-rows.ts';

/** An alert that a person closed with a verdict: when it happened and when it was closed. */
export interface ClosedPlace {
  readonly seq: number;
  readonly created_at: number;
  readonly resolved_at: number;
}

/** The newest so many by their closing. */
export function closedPlaces(db: ReadDb, limit: number): ClosedPlace[] {
  return db.all(
    `SELECT seq, created_at, resolved_at FROM alerts INDEXED BY alerts_closed_places
     WHERE resolved_at IS NOT NULL AND deleted_at IS NULL AND closed_by IS NOT NULL
       AND verdict IN ('TRUE_POSITIVE', 'BENIGN_TRUE_POSITIVE', 'FALSE_POSITIVE')
     ORDER BY resolved_at DESC LIMIT ?`,
    limit,
  );
}

export function readRow(db: ReadDb, seq: number): AlertRow | undefined {
  return db.rows(alertsTable, 'SELECT * FROM alerts WHERE seq = ?', seq)[0];
}

export const minutesPerAlert = (db: ReadDb): number =>
  readWorkspaceSettings(db).baselines.manualMinutesPerAlert;

const KEPT = 10;

export function saveBacktest(tx: WriteTx, { id, at: _, version, ...result }: Backtest): void {
  tx.run(
    'INSERT INTO engine_backtests (id, at, version, result) VALUES (?, ?, ?, ?)',
    ...[id, tx.now, version, JSON.stringify(result)],
  );
  tx.run(
    `DELETE FROM engine_backtests WHERE id NOT IN (
       SELECT id FROM engine_backtests ORDER BY at DESC, id DESC LIMIT ${KEPT})`,
  );
  tx.announce('engine_backtests');
}

export function lastBacktest(
  db: ReadDb,
): { id: string; at: number; version: string; result: string } | undefined {
  return db.get(
    'SELECT id, at, version, result FROM engine_backtests ORDER BY at DESC, id DESC LIMIT 1',
  );
}

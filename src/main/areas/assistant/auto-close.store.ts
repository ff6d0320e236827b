import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { AlertRow } from './engine-rows.ts';

export function readAlert(db: ReadDb, id: string): AlertRow | undefined {
  return db.rows(alertsTable, 'SELECT * FROM alerts WHERE id = ? AND deleted_at IS NULL', id)[0];
}

/** The newest of these that a person closed as benign: what is closed by itself is closed as that was. */
export function readLike(db: ReadDb, ids: readonly string[]): AlertRow | undefined {
  return db.rows(
    alertsTable,
    `SELECT * FROM alerts WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
       AND closed_by IS NOT NULL AND status IN ('RESOLVED', 'FALSE_POSITIVE')
       AND verdict IN ('FALSE_POSITIVE', 'BENIGN_TRUE_POSITIVE')
     ORDER BY resolved_at DESC, seq DESC LIMIT 1`,
    JSON.stringify(ids),
  )[0];
}

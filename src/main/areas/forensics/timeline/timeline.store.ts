/** Alerts and promoted events of a case, as its timeline is read from them. */
import type { Severity } from '../../../../shared/kernel/severity.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { RowOf } from '../../../db/statements.ts';
import { promotedEventsTable } from '../../../db/tables/event-times.table.ts';

export interface AlertMarkRow {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: string;
  readonly host: string | null;
  readonly user: string | null;
  /** JSON. */
  readonly techniques: string;
  readonly at: number;
}

/** Alerts of the investigation itself, those its run placed in the timeline, and those that rules made of its events. */
export function alertIdsOf(db: ReadDb, investigationId: string): string[] {
  return db
    .all<{ id: string }>(
      `SELECT value AS id FROM forensic_investigations v, json_each(v.scope, '$.alertIds')
         WHERE v.id = ? AND v.scope IS NOT NULL
       UNION SELECT json_extract(e.value, '$.alertId') FROM forensic_investigations v, json_each(v.timeline) e
         WHERE v.id = ? AND v.timeline IS NOT NULL AND json_extract(e.value, '$.alertId') IS NOT NULL
       UNION SELECT alert_id FROM rule_alerts WHERE investigation_id = ?`,
      ...[investigationId, investigationId, investigationId],
    )
    .map(({ id }) => id);
}

/** The most severe first, then the newest. */
export const alertMarks = (db: ReadDb, ids: readonly string[], limit: number): AlertMarkRow[] =>
  db.all<AlertMarkRow>(
    `SELECT id, title, severity, source, source_host AS host, source_user AS user, techniques,
       created_at AS at FROM alerts
     WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY CASE severity WHEN 'CRITICAL' THEN 0 WHEN 'HIGH' THEN 1 WHEN 'MEDIUM' THEN 2 ELSE 3 END,
       created_at DESC, id LIMIT ?`,
    JSON.stringify(ids),
    limit,
  );

/** The newest promotion first. */
export const promotedMarks = (
  db: ReadDb,
  investigationId: string,
  limit: number,
): RowOf<typeof promotedEventsTable>[] =>
  db.rows(
    promotedEventsTable,
    `SELECT * FROM promoted_events INDEXED BY promoted_events_of
     WHERE investigation_id = ? AND deleted_at IS NULL ORDER BY promoted_at DESC, id DESC LIMIT ?`,
    investigationId,
    limit,
  );

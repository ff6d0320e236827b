/**
 * Alerts that rules made of what they found in an investigation. Alerts are everybody's, so one of few makes
 * none, and those that were made before it was restricted are withdrawn.
 */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';

/** `main.`: also where it is read in the name of somebody who may not see it. */
export const isOfFew = (db: ReadDb, investigationId: string): boolean =>
  db.get(
    'SELECT 1 FROM main.forensic_investigations WHERE id = ? AND restricted_to IS NOT NULL',
    investigationId,
  ) !== undefined;

const idsOf = (db: ReadDb, sql: string, ...values: string[]): string[] =>
  db.all<{ id: string }>(sql, ...values).map(({ id }) => id);

export const ruleAlertsOf = (db: ReadDb, investigationId: string): string[] =>
  idsOf(
    db,
    'SELECT DISTINCT alert_id AS id FROM main.rule_alerts WHERE investigation_id = ?',
    investigationId,
  );

/** That still stand in the queue, of all investigations of few: one was restricted elsewhere. */
export const standingAlertsOfFew = (db: ReadDb): string[] =>
  idsOf(
    db,
    `SELECT DISTINCT a.id FROM main.forensic_investigations i
     CROSS JOIN main.rule_alerts r ON r.investigation_id = i.id CROSS JOIN alerts a ON a.id = r.alert_id
     WHERE i.restricted_to IS NOT NULL AND a.deleted_at IS NULL`,
  );

/** Open to all again: the next run makes its alerts anew. */
export function forgetWithdrawn(tx: WriteTx, investigationId: string): void {
  const withdrawn = `SELECT r.alert_id FROM rule_alerts r JOIN alerts a ON a.id = r.alert_id
    WHERE r.investigation_id = ? AND a.deleted_at IS NOT NULL`;
  tx.run(
    `UPDATE rule_hits SET alert_id = NULL WHERE investigation_id = ? AND alert_id IN (${withdrawn})`,
    ...[investigationId, investigationId],
  );
  tx.run(
    `DELETE FROM rule_alerts WHERE investigation_id = ? AND alert_id IN (${withdrawn})`,
    ...[investigationId, investigationId],
  );
}

/** What logs of this workstation say of alerts. */
export function forgetWordsOf(tx: WriteTx, alerts: readonly string[]): void {
  const list = JSON.stringify(alerts);
  tx.run(
    'UPDATE audit_log SET changes = NULL WHERE record_id IN (SELECT value FROM json_each(?))',
    list,
  );
  tx.run(
    `DELETE FROM notifications WHERE EXISTS
       (SELECT 1 FROM json_each(?) one WHERE instr(coalesce(link, ''), one.value) > 0)`,
    list,
  );
}

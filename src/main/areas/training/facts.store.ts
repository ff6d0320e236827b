/** What a check looks at: rows as they are, and what the audit log says that the trainee did. */
import type { ReadDb } from '../../db/database.ts';
import { VALID_EVIDENCE_SQL } from '../../db/evidence-reader.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import { controlsTable } from '../../db/tables/compliance.table.ts';
import { auditLogTable } from '../../db/tables/core.table.ts';
import type { AlertRow } from '../alerts/alert-rows.ts';
import { readRows } from './exercise-rows.store.ts';
import type { AlertFact, ControlFact, Deed, EvidenceFact, Facts } from './facts.ts';

/** More than anybody does by hand in one attempt. */
const DEEDS_MAX = 5000;

function readDeeds(db: ReadDb, account: string, afterSeq: number): Deed[] {
  return db
    .rows(
      auditLogTable,
      `SELECT * FROM audit_log WHERE seq > ? AND actor = ? AND record_id IS NOT NULL
         AND (action LIKE 'alerts.%' OR action = 'training.assess')
         AND resource IN ('alerts', 'controls') ORDER BY seq LIMIT ?`,
      afterSeq,
      account,
      DEEDS_MAX,
    )
    .map(({ seq, action, recordId, reason, changes }) => ({
      seq,
      action,
      recordId: recordId ?? '',
      reason,
      changes: changes ?? {},
    }));
}

export function readAlertRows(db: ReadDb, ids: readonly string[]) {
  return db.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
    JSON.stringify(ids),
  );
}

function linkedEvidence(db: ReadDb, controlId: string, now: number): EvidenceFact[] {
  return db
    .all<{ id: string; title: string; valid: number }>(
      `SELECT e.id, e.title, ${VALID_EVIDENCE_SQL} AS valid FROM control_evidence l
       JOIN evidence e ON e.id = l.evidence_id AND e.deleted_at IS NULL
       WHERE l.control_id = ? AND l.deleted_at IS NULL ORDER BY l.created_at, l.id`,
      now,
      controlId,
    )
    .map(({ id, title, valid }) => ({ id, title, isValid: valid === 1 }));
}

function placeOf({ sourceHost, sourceUser, sourceIp, destIp }: AlertRow): string | null {
  // The host of a connection's alert is the sensor, which says nothing.
  if (sourceIp !== null && destIp !== null && sourceUser === null)
    return `${sourceIp} to ${destIp}`;
  return sourceHost ?? sourceUser;
}

interface FactsOf {
  readonly now: number;
  readonly account: string;
  readonly afterSeq: number;
  readonly answers: Readonly<Record<string, string>>;
}

export function readFacts(db: ReadDb, { now, account, afterSeq, answers }: FactsOf): Facts {
  const rows = readRows(db);
  const deeds = Map.groupBy(readDeeds(db, account, afterSeq), ({ recordId }) => recordId);
  const parts = new Map(rows.map(({ recordId, part }) => [recordId, part]));
  const idsOf = (kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ recordId }) => recordId);
  const alerts = readAlertRows(db, idsOf('alert')).map(
    (row): AlertFact => ({
      part: parts.get(row.id) ?? '',
      id: row.id,
      title: row.title,
      place: placeOf(row),
      status: row.status,
      escalated: row.escalated,
      assignedTo: row.assignedTo,
      deeds: deeds.get(row.id) ?? [],
    }),
  );
  const controls = db
    .rows(
      controlsTable,
      'SELECT * FROM controls WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
      JSON.stringify(idsOf('control')),
    )
    .map(
      (row): ControlFact => ({
        id: row.id,
        name: (parts.get(row.id) ?? '').replace(/^control\//, ''),
        title: row.title,
        status: row.status,
        evidence: linkedEvidence(db, row.id, now),
        deeds: deeds.get(row.id) ?? [],
      }),
    );
  return { alerts, controls, answers };
}

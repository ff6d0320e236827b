/** A control's history from the audit log: its own, and that of its tests, runs, exceptions, evidence. */
import type { ControlHistoryEntry } from '../../../shared/areas/compliance/controls.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { auditLogTable, type FieldChanges } from '../../db/tables/core.table.ts';

const HISTORY_LIMIT = 500;

const ACTOR_NAMES = {
  user: 'Unknown account',
  job: 'Watchfloor',
  system: 'Watchfloor',
  sync: 'Sync',
} as const;

/** What follows from the other fields is no news. */
const LEFT_OUT: ReadonlySet<string> = new Set(['updatedAt']);
const TIMES: ReadonlySet<string> = new Set([
  'lastAssessment',
  'nextAssessment',
  'nextDue',
  'expiresAt',
  'ranAt',
]);

/** Everything about a control that has rows of its own, with what it is called. */
function relatedRecords(db: ReadDb, controlId: string): Map<string, string> {
  const rows = db.all<{ id: string; subject: string }>(
    `SELECT id, title AS subject FROM control_tests WHERE control_id = ?
     UNION ALL
     SELECT r.id, t.title || ' · ' || r.result FROM control_test_runs r
       JOIN control_tests t ON t.id = r.test_id WHERE r.control_id = ?
     UNION ALL
     SELECT id, reason FROM control_exceptions WHERE control_id = ?
     UNION ALL
     SELECT id, reason FROM control_challenges WHERE control_id = ?
     UNION ALL
     SELECT ce.id, e.title FROM control_evidence ce CROSS JOIN evidence e ON e.id = ce.evidence_id
       WHERE ce.control_id = ?`,
    ...Array.from({ length: 5 }, () => controlId),
  );
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}

export function readAccountNames(db: ReadDb): ReadonlyMap<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The bulk changes that a control was part of, by the stamp that they left on it. */
function batchesByStamp(db: ReadDb, controlId: string): Map<string, string> {
  const rows = db.all<{ stamp: string; id: string }>(
    `SELECT r.stamp, b.id FROM control_batches b
     JOIN control_batch_rows r ON r.batch_id = b.id AND r.control_id = ?`,
    controlId,
  );
  return new Map(rows.map(({ stamp, id }) => [stamp, id]));
}

export function readControlHistory(db: ReadDb, controlId: string): ControlHistoryEntry[] {
  const subjects = relatedRecords(db, controlId);
  const entries = db.rows(
    auditLogTable,
    `SELECT * FROM audit_log WHERE record_id IN (SELECT value FROM json_each(?))
     ORDER BY seq DESC LIMIT ?`,
    JSON.stringify([controlId, ...subjects.keys()]),
    HISTORY_LIMIT,
  );
  const names = readAccountNames(db);
  const batches = batchesByStamp(db, controlId);
  return entries.map((entry) => ({
    id: String(entry.seq),
    at: toIso(entry.at),
    actor: entry.actor,
    actorName: (entry.actor && names.get(entry.actor)) || ACTOR_NAMES[entry.origin],
    action: entry.action,
    resource: entry.resource,
    subject: (entry.recordId && subjects.get(entry.recordId)) || null,
    reason: entry.reason,
    changes: toChanges(entry.changes),
    batchId: (entry.recordId === controlId && batches.get(entry.stamp)) || null,
  }));
}

function toChanges(changes: FieldChanges | null): ControlHistoryEntry['changes'] {
  return Object.entries(changes ?? {})
    .filter(([field]) => !LEFT_OUT.has(field))
    .map(([field, [from, to]]) => ({ field, from: shown(field, from), to: shown(field, to) }));
}

function shown(field: string, value: unknown): unknown {
  return (TIMES.has(field) || field.endsWith('At')) && typeof value === 'number'
    ? toIso(value)
    : value;
}

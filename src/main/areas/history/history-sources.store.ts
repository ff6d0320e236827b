/** What has a history, who may read it, and which rows belong to a record. */
import type { HistoryResource } from '../../../shared/areas/history/history.contract.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RelatedRows } from './history.store.ts';

interface HistorySource {
  readonly permission: Permission;
  /**
   * Selects `id` and `subject` (what the row is called, or null) of the rows that belong to the record
   * `?` (each of them); absent where none do. Removed rows too: that they were removed is history.
   */
  readonly related?: string;
  /** Whether there is such a record (`?`), where its own table does not say so. */
  readonly known?: string;
}

export const HISTORY_SOURCES: Readonly<Record<HistoryResource, HistorySource>> = {
  risks: {
    permission: 'risk.read',
    related: `SELECT id, title AS subject FROM risk_tasks WHERE risk_id = ?
      UNION ALL SELECT id, note FROM risk_reviews WHERE risk_id = ?
      UNION ALL SELECT rc.id, c.control_id || ' ' || c.title FROM risk_controls rc
        JOIN controls c ON c.id = rc.control_id WHERE rc.risk_id = ?
      UNION ALL SELECT id, NULL FROM risk_quantities WHERE risk_id = ?
      UNION ALL SELECT id, NULL FROM risk_scenarios WHERE risk_id = ?
      UNION ALL SELECT id, note FROM risk_cases WHERE risk_id = ?
      UNION ALL SELECT id, 'Likelihood ' || from_likelihood || ' → ' || to_likelihood
        FROM risk_proposals WHERE risk_id = ?`,
  },
  policies: {
    permission: 'policies.read',
    related: `SELECT id, 'Version ' || version AS subject FROM policy_versions WHERE policy_id = ?
      UNION ALL SELECT a.id, 'Version ' || w.version FROM policy_approvals a
        JOIN policy_versions w ON w.id = a.version_id WHERE a.policy_id = ?
      UNION ALL SELECT pc.id, c.control_id || ' ' || c.title FROM policy_controls pc
        JOIN controls c ON c.id = pc.control_id WHERE pc.policy_id = ?
      UNION ALL SELECT id, 'Version ' || version FROM policy_attestation_requests WHERE policy_id = ?
      UNION ALL SELECT id, account_name || ' · version ' || version
        FROM policy_attestations WHERE policy_id = ?
      UNION ALL SELECT id, file_name FROM policy_imports WHERE policy_id = ?`,
  },
  vendors: {
    permission: 'vendors.read',
    related: `SELECT d.id, e.title AS subject FROM vendor_documents d
        JOIN evidence e ON e.id = d.evidence_id WHERE d.vendor_id = ?
      UNION ALL SELECT id, name FROM vendor_subprocessors WHERE vendor_id = ?
      UNION ALL SELECT id, 'Tier ' || tier FROM vendor_tierings WHERE vendor_id = ?
      UNION ALL SELECT id, 'Assessment' FROM vendor_assessments WHERE vendor_id = ?
      UNION ALL SELECT id, 'Reassessment' FROM vendor_reassessments WHERE vendor_id = ?
      UNION ALL SELECT r.id, r.file_name FROM vendor_receipts r
        JOIN vendor_assessments a ON a.id = r.assessment_id WHERE a.vendor_id = ?`,
  },
  evidence: {
    permission: 'evidence.read',
    related: `SELECT ce.id, c.control_id || ' ' || c.title AS subject
      FROM control_evidence ce JOIN controls c ON c.id = ce.control_id WHERE ce.evidence_id = ?`,
  },
  audits: {
    permission: 'audits.read',
    related: `SELECT id, title AS subject FROM audit_requests WHERE audit_id = ?
      UNION ALL SELECT id, purpose FROM audit_samples WHERE audit_id = ?
      UNION ALL SELECT id, title FROM findings WHERE audit_id = ?`,
  },
  findings: {
    permission: 'audits.read',
    related: `SELECT fe.id, e.title AS subject
      FROM finding_evidence fe JOIN evidence e ON e.id = fe.evidence_id WHERE fe.finding_id = ?`,
  },
  controls: {
    permission: 'compliance.read',
    related: `SELECT id, title AS subject FROM control_tests WHERE control_id = ?
      UNION ALL SELECT r.id, t.title || ' · ' || r.result FROM control_test_runs r
        JOIN control_tests t ON t.id = r.test_id WHERE r.control_id = ?
      UNION ALL SELECT id, reason FROM control_exceptions WHERE control_id = ?
      UNION ALL SELECT id, reason FROM control_challenges WHERE control_id = ?
      UNION ALL SELECT ce.id, e.title FROM control_evidence ce
        CROSS JOIN evidence e ON e.id = ce.evidence_id WHERE ce.control_id = ?`,
  },
  compliance_frameworks: { permission: 'compliance.read' },
  collection_tasks: { permission: 'evidence.read' },
  alerts: { permission: 'alerts.read' },
  suppression_rules: {
    permission: 'alerts.read',
    related: `SELECT x.id, c.control_id || ' ' || c.title AS subject FROM suppression_rules r
      JOIN control_exceptions x ON x.id = r.exception_id
      JOIN controls c ON c.id = x.control_id WHERE r.id = ?`,
  },
  // An entity has no row of its own: what is kept about it bears its id.
  entity_marks: {
    permission: 'alerts.read',
    related: 'SELECT id, text AS subject FROM entity_notes WHERE entity_id = ?',
    known: `SELECT 1 FROM entity_marks WHERE id = ?
      UNION ALL SELECT 1 FROM entity_notes WHERE entity_id = ?`,
  },
  handovers: { permission: 'alerts.read' },
  incident_records: { permission: 'alerts.read' },
  forensic_investigations: {
    permission: 'forensics.read',
    related: `SELECT id, text AS subject FROM investigation_comments WHERE investigation_id = ?
      UNION ALL SELECT id, source_name FROM event_alignments WHERE investigation_id = ?
      UNION ALL SELECT id, summary FROM promoted_events WHERE investigation_id = ?`,
  },
  indicators: {
    permission: 'forensics.read',
    related: `SELECT r.id, r.kind || ' ' || i.value AS subject FROM indicator_relations r
      JOIN indicators i ON i.id = r.to_id WHERE r.from_id = ?`,
  },
  // Nobody has changed it yet: there is no row, and nothing to tell.
  automation_policy: {
    permission: 'alerts.read',
    known: "SELECT 1 WHERE ? = 'policy'",
    related:
      "SELECT id, reason AS subject FROM automation_trips WHERE pattern_id IS NULL AND ? = 'policy'",
  },
  // A pattern that nobody has decided about has no row of its own.
  automation_patterns: {
    permission: 'alerts.read',
    known: `SELECT 1 FROM automation_patterns WHERE id = ?
      UNION ALL SELECT 1 FROM engine_patterns WHERE uid = ?`,
    related: `SELECT u.id, 'Audit: ' || coalesce(a.title, u.alert_id) AS subject
        FROM automation_audits u LEFT JOIN alerts a ON a.id = u.alert_id WHERE u.pattern_id = ?
      UNION ALL SELECT id, reason FROM automation_trips WHERE pattern_id = ?
      UNION ALL SELECT id, reason FROM automation_second_looks WHERE pattern_id = ?
      UNION ALL SELECT c.id, 'Closing: ' || coalesce(a.title, c.id)
        FROM automation_closings c LEFT JOIN alerts a ON a.id = c.id WHERE c.pattern_id = ?`,
  },
  assets: {
    permission: 'alerts.read',
    related: 'SELECT id, entity_value AS subject FROM entity_marks WHERE id = ?',
  },
};

export function isKnownRecord(db: ReadDb, resource: HistoryResource, id: string): boolean {
  const sql = HISTORY_SOURCES[resource].known ?? `SELECT 1 FROM ${resource} WHERE id = ?`;
  return db.get(sql, ...Array.from(sql.matchAll(/\?/g), () => id)) !== undefined;
}

export function relatedRows(db: ReadDb, resource: HistoryResource, id: string): RelatedRows {
  const sql = HISTORY_SOURCES[resource].related;
  if (sql === undefined) return [];
  return db.all<RelatedRows[number]>(sql, ...Array.from(sql.matchAll(/\?/g), () => id));
}

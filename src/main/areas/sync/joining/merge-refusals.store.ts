/**
 * What of this workstation's rows the server would not take from a role, were all of them sent ('merge'): told
 * before anybody joins, from the same bounds that the server has (`sync.bounds`, which a test compares).
 */
import { type Permission, type Role, roleMay } from '../../../../shared/contract/permissions.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { MergeRefusal } from './joining.types.ts';

/** Tables whose new rows take a permission; all others are for everybody but auditors. */
const MADE_WITH: Readonly<Partial<Record<Permission, readonly string[]>>> = {
  'alerts.write': [
    ...['alert_checks', 'alert_comments', 'alert_watchers', 'assets', 'default_views'],
    ...['entity_marks', 'entity_notes', 'group_fingerprints', 'group_pins', 'handovers'],
    ...['incident_entities', 'incident_pins', 'incident_records', 'incident_settings'],
    ...['note_templates', 'playbooks', 'saved_views', 'suppression_rules'],
  ],
  'forensics.write': [
    ...['event_alignments', 'forensic_investigations', 'forensic_sessions'],
    ...['investigation_comments', 'promoted_events', 'rule_marks', 'rule_tunings'],
  ],
  'evidence.write': ['audit_request_evidence', 'control_evidence', 'finding_evidence'],
  'policies.attest': ['policy_attestations'],
  'compliance.write': [
    ...['compliance_frameworks', 'control_test_runs', 'control_tests', 'controls'],
    ...['crosswalk_links', 'framework_groups'],
  ],
  'audits.write': [
    ...['audit_frameworks', 'audit_packages', 'audit_reports', 'audit_request_controls'],
    ...['audit_requests', 'audit_sample_results', 'audit_samples', 'audits', 'findings'],
  ],
  'risk.write': [
    ...['risk_cases', 'risk_controls', 'risk_quant_settings', 'risk_quantities', 'risk_reviews'],
    ...['risk_scenarios', 'risk_tasks', 'risks'],
  ],
  'policies.write': [
    ...['policies', 'policy_approvals', 'policy_attestation_requests', 'policy_controls'],
    ...['policy_imports', 'policy_values', 'policy_versions'],
  ],
  'vendors.write': [
    ...['vendor_answers', 'vendor_assessments', 'vendor_documents', 'vendor_receipts'],
    ...['vendor_subprocessors', 'vendor_tierings', 'vendors'],
  ],
  'workspace.manage': ['integrations'],
};
/** Tables whose changes take another permission than new rows: who may neither is told of this one. */
const CHANGED_WITH: Readonly<Record<string, Permission>> = {
  ...{ alerts: 'alerts.write', automation_audits: 'alerts.write', risk_proposals: 'risk.write' },
  ...{ vendor_reassessments: 'vendors.write', control_challenges: 'compliance.write' },
  ...{ audit_requests: 'evidence.write', findings: 'evidence.write' },
};
/** What reading leaves, accounts, and what the program alone writes and sends nowhere else. */
const FROM_AUDITORS: ReadonlySet<string> = new Set([
  ...['evidence_custody', 'users', 'daily_snapshots', 'framework_snapshots'],
]);
/** Automation that is switched on is an administrator's. */
const SWITCHED_ON: ReadonlySet<string> = new Set(['automation_policy', 'automation_patterns']);
/** Every workspace has its own: which of both stands is found out at the server. */
const NOT_FORETOLD: ReadonlySet<string> = new Set(['workspace_settings', 'users']);

export function permissionToMake(table: string): Permission | null {
  const found = Object.entries(MADE_WITH).find(([, tables]) => tables.includes(table));
  return (found?.[0] as Permission | undefined) ?? null;
}

export const permissionToChange = (table: string): Permission | null =>
  CHANGED_WITH[table] ?? permissionToMake(table);

/** @param tables all that are synced */
export function mergeRefusals(db: ReadDb, tables: readonly string[], role: Role): MergeRefusal[] {
  return tables.flatMap((table) => {
    const reason = NOT_FORETOLD.has(table) ? null : reasonFor(table, role);
    if (reason === null) return [];
    const condition = role !== 'Auditor' && SWITCHED_ON.has(table) ? SWITCH : '';
    const count = db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}${condition}`)?.n ?? 0;
    return count === 0 ? [] : [{ table, count, reason }];
  });
}

const SWITCH = " WHERE state = 'ON'";

/** As the server says it of each afterwards. */
function reasonFor(table: string, role: Role): MergeRefusal['reason'] | null {
  const permission = permissionToMake(table);
  if (permission !== null && roleMay(role, permission)) return null;
  if (permission === 'workspace.manage') return 'administrators-only';
  if (SWITCHED_ON.has(table)) return role === 'Administrator' ? null : 'administrators-only';
  if (permission === null && (role !== 'Auditor' || FROM_AUDITORS.has(table))) return null;
  const change = permissionToChange(table);
  return wordOf(change !== null && !roleMay(role, change) ? change : permission);
}

function wordOf(permission: Permission | null): MergeRefusal['reason'] {
  if (permission === null) return 'auditors-read';
  if (!roleMay('SOC Analyst', permission)) return 'officers-only';
  return roleMay('Compliance Officer', permission) ? 'auditors-read' : 'analysts-only';
}

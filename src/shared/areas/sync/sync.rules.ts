/** Which permission an edit of a record asks for, by its table: the other value of a conflict is one. */
import { type Permission, roleMay } from '../../contract/permissions.ts';

/** The longest beginning of the table's name decides. */
const WRITES: Readonly<Record<string, Permission>> = {
  alert: 'alerts.write',
  incident_: 'alerts.write',
  group_: 'alerts.write',
  entity_: 'alerts.write',
  handovers: 'alerts.write',
  saved_views: 'alerts.write',
  suppression_rules: 'alerts.write',
  control: 'compliance.write',
  compliance_frameworks: 'compliance.write',
  framework_groups: 'compliance.write',
  crosswalk_links: 'compliance.write',
  evidence: 'evidence.write',
  control_evidence: 'evidence.write',
  collection_: 'evidence.write',
  audit: 'audits.write',
  finding: 'audits.write',
  risk: 'risk.write',
  polic: 'policies.write',
  vendor: 'vendors.write',
  forensic_: 'forensics.write',
  investigation_: 'forensics.write',
  indicator: 'forensics.write',
  intel_: 'forensics.write',
  event_alignments: 'forensics.write',
  promoted_events: 'forensics.write',
  rule: 'forensics.write',
  detection_rules: 'forensics.write',
  integrations: 'integrations.manage',
  users: 'accounts.manage',
};

/** What nobody named is an administrator's. */
export function writePermissionOf(table: string): Permission {
  const named = Object.keys(WRITES)
    .filter((start) => table.startsWith(start))
    .sort((a, b) => b.length - a.length)[0];
  return (named === undefined ? undefined : WRITES[named]) ?? 'workspace.manage';
}

export function mayDecideConflict(role: string, table: string): boolean {
  return roleMay(role, writePermissionOf(table));
}

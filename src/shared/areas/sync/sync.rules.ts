/** Who may decide what of sync: by a record's own permission, and on the own workstation. */
import { type Permission, roleMay } from '../../contract/permissions.ts';

/** An edit of a record, which the other value of a conflict is, too: the longest beginning decides. */
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

/** Who asks, and whose accounts have a place in the shared workspace from this workstation. */
interface AtWorkstation {
  readonly role: string;
  readonly account: string;
  readonly people: readonly string[];
}

/** Pausing and isolating concern one machine: whoever works on it in the shared workspace may. */
export function mayRunWorkstation({ role, account, people }: AtWorkstation): boolean {
  if (roleMay(role, 'workspace.manage')) return true;
  return roleMay(role, 'workstation.manage') && people.includes(account);
}

/** Leaving takes the place, and with a wipe the records, of everybody who works here. */
export function mayLeaveWorkspace(at: AtWorkstation): boolean {
  if (roleMay(at.role, 'workspace.manage')) return true;
  return mayRunWorkstation(at) && at.people.every((person) => person === at.account);
}

/**
 * Alerts as OCSF 1.7.0, class Detection Finding (class_uid 2004) with the profile Incident where a
 * person gave a verdict or has it. What we do not know is left out, or 0 (Unknown) where it is required.
 */
import type { Severity } from '../../../kernel/severity.ts';
import type { Alert, AlertStatus } from '../../alerts/alerts.contract.ts';
import type { Verdict } from '../../alerts/dispositions.rules.ts';
import type { AttackPort, RawText } from './attack.types.ts';

const OCSF_VERSION = '1.7.0';
const CLASS = 2004;
const CREATE = 1;

const SEVERITIES: Readonly<Record<Severity, readonly [number, string]>> = {
  LOW: [2, 'Low'],
  MEDIUM: [3, 'Medium'],
  HIGH: [4, 'High'],
  CRITICAL: [5, 'Critical'],
};
const STATUSES: Readonly<Record<AlertStatus, readonly [number, string]>> = {
  OPEN: [1, 'New'],
  IN_PROGRESS: [2, 'In Progress'],
  FALSE_POSITIVE: [3, 'Suppressed'],
  RESOLVED: [4, 'Resolved'],
};
const VERDICT_IDS: Readonly<Partial<Record<Verdict, readonly [number, string]>>> = {
  TRUE_POSITIVE: [2, 'True Positive'],
  FALSE_POSITIVE: [1, 'False Positive'],
  BENIGN_TRUE_POSITIVE: [5, 'Benign'],
};
const UNDETERMINED = [7, 'Insufficient Data'] as const;

const given = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined));

function attacksOf({ techniques }: Alert, attack: AttackPort) {
  return techniques.map((id) => {
    const parent = id.split('.')[0] ?? id;
    const known = attack.technique(id);
    const tactics = (known?.tactics ?? []).map((one) => given({ uid: one.id, name: one.name }));
    const named = (uid: string) => given({ uid, name: attack.technique(uid)?.name });
    return given({
      version: attack.version,
      technique: named(parent),
      sub_technique: parent === id ? null : named(id),
      tactics: tactics.length > 0 ? tactics : null,
    });
  });
}

function evidenceOf({ sourceIp, destIp, sourceUser }: Alert) {
  const evidence = given({
    src_endpoint: sourceIp === null ? null : { ip: sourceIp },
    dst_endpoint: destIp === null ? null : { ip: destIp },
    actor: sourceUser === null ? null : { user: { name: sourceUser } },
  });
  return Object.keys(evidence).length === 0 ? null : [evidence];
}

const OBSERVABLES = [
  ['sourceIp', 'evidences.src_endpoint.ip', 2, 'IP Address'],
  ['destIp', 'evidences.dst_endpoint.ip', 2, 'IP Address'],
  ['sourceUser', 'evidences.actor.user.name', 4, 'User Name'],
  ['sourceHost', 'device.hostname', 1, 'Hostname'],
] as const;

function observablesOf(alert: Alert) {
  const found = OBSERVABLES.flatMap(([field, name, type_id, type]) =>
    alert[field] === null ? [] : [{ name, type_id, type, value: alert[field] }],
  );
  return found.length === 0 ? null : found;
}

function verdictOf({ verdict }: Alert): Record<string, unknown> {
  if (verdict === null) return {};
  const [verdict_id, caption] = VERDICT_IDS[verdict] ?? UNDETERMINED;
  return { verdict_id, verdict: caption };
}

export function toOcsf(alert: Alert, raw: RawText, attack: AttackPort): Record<string, unknown> {
  const [severity_id, severity] = SEVERITIES[alert.severity];
  const [status_id, status] = STATUSES[alert.status];
  const time = Date.parse(alert.createdAt);
  const attacks = attacksOf(alert, attack);
  const isHandled = alert.verdict !== null || alert.assignedTo !== null;
  return given({
    ...{ activity_id: CREATE, activity_name: 'Create' },
    ...{ category_uid: 2, category_name: 'Findings' },
    ...{ class_uid: CLASS, class_name: 'Detection Finding' },
    ...{ type_uid: CLASS * 100 + CREATE, type_name: 'Detection Finding: Create' },
    ...{ time, severity_id, severity, status_id, status },
    message: alert.description === '' ? alert.title : alert.description,
    is_alert: true,
    metadata: given({
      version: OCSF_VERSION,
      product: { name: alert.source, vendor_name: 'Unknown' },
      uid: alert.id,
      event_code: alert.detector,
      logged_time: Date.parse(alert.receivedAt),
      modified_time: Date.parse(alert.updatedAt),
      profiles: isHandled ? ['incident'] : null,
    }),
    finding_info: given({
      ...{ uid: alert.id, title: alert.title, desc: alert.description || null },
      ...{ created_time: time, modified_time: Date.parse(alert.updatedAt) },
      types: alert.category === null ? null : [alert.category],
      analytic: alert.detector === null ? null : { uid: alert.detector, type_id: 1, type: 'Rule' },
      attacks: attacks.length > 0 ? attacks : null,
    }),
    device:
      alert.sourceHost === null
        ? null
        : { hostname: alert.sourceHost, type_id: 0, type: 'Unknown' },
    evidences: evidenceOf(alert),
    observables: observablesOf(alert),
    assignee: alert.assignedTo === null ? null : { uid: alert.assignedTo },
    ...verdictOf(alert),
    comment: alert.closingNote,
    raw_data: raw,
    unmapped: given({
      time_basis: alert.timeBasis,
      escalated: alert.escalated || null,
      reason_code: alert.reasonCode,
    }),
  });
}

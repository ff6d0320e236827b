/** Alerts in the Elastic Common Schema 8.17 (field sets event, rule, host, user, source, threat …). */
import type { Severity } from '../../../kernel/severity.ts';
import type { Alert } from '../../alerts/alerts.contract.ts';
import type { AttackPort, RawText } from './attack.types.ts';

const ECS_VERSION = '8.17.0';

/** The risk scores that Elastic gives its severities. */
const SCORES: Readonly<Record<Severity, number>> = { LOW: 21, MEDIUM: 47, HIGH: 73, CRITICAL: 99 };

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)$/i;

/** `ip` holds an address only; anything else is an `address`. */
const endpoint = (value: string | null) =>
  value === null ? null : ADDRESS.test(value) ? { ip: value, address: value } : { address: value };

const given = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined));

const listed = (values: readonly (string | null)[]) => {
  const found = [...new Set(values.flatMap((value) => value ?? []))];
  return found.length === 0 ? null : found;
};

function threatOf({ techniques }: Alert, attack: AttackPort) {
  if (techniques.length === 0) return null;
  const parents = [...new Set(techniques.map((id) => id.split('.')[0] ?? id))];
  const subs = techniques.filter((id) => id.includes('.'));
  const names = (ids: readonly string[]) => ids.map((id) => attack.technique(id)?.name ?? id);
  const tactics = new Map(
    techniques.flatMap((id) =>
      (attack.technique(id)?.tactics ?? []).map((one) => [one.name, one.id] as const),
    ),
  );
  return given({
    framework: 'MITRE ATT&CK',
    tactic:
      tactics.size === 0
        ? null
        : { name: [...tactics.keys()], id: [...tactics.values()].flatMap((id) => id ?? []) },
    technique: given({
      ...{ id: parents, name: names(parents) },
      subtechnique: subs.length === 0 ? null : { id: subs, name: names(subs) },
    }),
  });
}

export function toEcs(alert: Alert, raw: RawText, attack: AttackPort): Record<string, unknown> {
  const addresses = [alert.sourceIp, alert.destIp].filter(
    (value) => value !== null && ADDRESS.test(value),
  );
  return given({
    '@timestamp': alert.createdAt,
    ecs: { version: ECS_VERSION },
    message: alert.description === '' ? alert.title : alert.description,
    event: given({
      ...{ kind: 'alert', category: ['intrusion_detection'], type: ['info'], id: alert.id },
      ...{ created: alert.createdAt, ingested: alert.receivedAt, provider: alert.source },
      ...{ severity: SCORES[alert.severity], risk_score: SCORES[alert.severity], original: raw },
    }),
    log: { level: alert.severity.toLowerCase() },
    rule: given({ name: alert.title, id: alert.detector, category: alert.category }),
    observer: { product: alert.source },
    host: alert.sourceHost === null ? null : { name: alert.sourceHost },
    user: alert.sourceUser === null ? null : { name: alert.sourceUser },
    source: endpoint(alert.sourceIp),
    destination: endpoint(alert.destIp),
    threat: threatOf(alert, attack),
    related: given({
      ip: listed(addresses),
      user: listed([alert.sourceUser]),
      hosts: listed([alert.sourceHost]),
    }),
    // Texts only, as the field set asks for.
    labels: given({
      watchfloor_status: alert.status,
      watchfloor_verdict: alert.verdict,
      watchfloor_reason_code: alert.reasonCode,
      watchfloor_time_basis: alert.timeBasis,
      watchfloor_closing_note: alert.closingNote,
    }),
  });
}

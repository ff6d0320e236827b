/**
 * Alerts for Timesketch: JSON lines with `message`, `datetime`, `timestamp` (µs) and `timestamp_desc`,
 * as its documentation of import asks for. Our times are ms; the µs are zeros.
 */
import type { Alert } from '../../alerts/alerts.contract.ts';
import type { AttackPort } from './attack.types.ts';

export function toTimesketch(alert: Alert, attack: AttackPort): Record<string, unknown> {
  const tactics = new Set(
    alert.techniques.flatMap((id) => attack.technique(id)?.tactics.map(({ name }) => name) ?? []),
  );
  return {
    message: alert.title,
    datetime: alert.createdAt.replace(/Z$/, '000+00:00'),
    timestamp: Date.parse(alert.createdAt) * 1_000,
    timestamp_desc: alert.timeBasis === 'received' ? 'Time of Receipt' : 'Alert Time',
    time_basis: alert.timeBasis,
    data_type: 'watchfloor:alert',
    ...{ alert_id: alert.id, description: alert.description, severity: alert.severity },
    ...{ status: alert.status, verdict: alert.verdict, source_name: alert.source },
    ...{ detector: alert.detector, category: alert.category, hostname: alert.sourceHost },
    ...{ username: alert.sourceUser, source_ip: alert.sourceIp, dest_ip: alert.destIp },
    ...{ techniques: alert.techniques, tactics: [...tactics], received: alert.receivedAt },
    tag: alert.techniques,
  };
}

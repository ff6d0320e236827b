import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { firstLabel, label, techniquesOf } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';

/** `product` of an alert, as the console calls it. */
const PRODUCTS: ReadonlyMap<unknown, string> = new Map([
  ['epp', 'CrowdStrike Falcon Insight'],
  ['idp', 'CrowdStrike Identity Protection'],
  ['mobile', 'CrowdStrike Falcon for Mobile'],
  ['overwatch', 'CrowdStrike OverWatch'],
  ['xdr', 'CrowdStrike Falcon XDR'],
  ['ngsiem', 'CrowdStrike Next-Gen SIEM'],
  ['cwpp', 'CrowdStrike Cloud Workload Protection'],
  ['data-protection', 'CrowdStrike Data Protection'],
]);

/** "Alerts" of the Falcon interface, version 2: fields of endpoint and of identity detections. */
export function mapAlert(alert: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(alert)) return { type: 'rejected', reason: 'not a JSON object' };
  const device = isObject(alert.device) ? alert.device : {};
  const pattern = firstLabel(alert.pattern_id, alert.agg_rule_id, alert.rule_id);
  return makeAlert(
    {
      title: firstLabel(alert.display_name, alert.name, alert.scenario),
      description: descriptionOf(alert),
      severity: severityOf(alert),
      source: PRODUCTS.get(alert.product) ?? 'CrowdStrike Falcon',
      host: firstLabel(
        device.hostname,
        alert.hostname,
        alert.source_endpoint_host_name,
        alert.source_hosts,
      ),
      user: firstLabel(
        alert.user_name,
        alert.source_account_name,
        alert.user_principal,
        alert.users,
      ),
      sourceIp: firstLabel(
        alert.source_endpoint_address_ip4,
        alert.source_endpoint_ip_address,
        alert.source_ips,
        device.local_ip,
        device.external_ip,
        alert.local_ip,
      ),
      destIp: firstLabel(alert.target_endpoint_address_ip4, alert.destination_ips, alert.remote_ip),
      detector: pattern === null ? null : `crowdstrike:${pattern}`,
      category: firstLabel(alert.tactic, alert.type),
      techniques: techniquesOf(alert.technique_id, ...attackOf(alert)),
      // The moment of the activity moves where alerts are gathered; this one stays.
      time: firstLabel(alert.created_timestamp, alert.timestamp),
    },
    tally,
  );
}

function descriptionOf(alert: JsonObject): string {
  const command = label(alert.cmdline);
  const parts = [typeof alert.description === 'string' ? alert.description : ''];
  if (command !== null) parts.push(`Command line: ${command}`);
  return parts.filter((part) => part !== '').join('\n');
}

/** Falcon's own bands of the number: 80 critical, 60 high, 40 medium, below that low. */
function severityOf(alert: JsonObject): Severity | null {
  const named = severityOfWord(alert.severity_name);
  if (named !== null) return named;
  const { severity } = alert;
  if (typeof severity !== 'number' || !(severity >= 0 && severity <= 100)) return null;
  if (severity >= 80) return 'CRITICAL';
  if (severity >= 60) return 'HIGH';
  return severity >= 40 ? 'MEDIUM' : 'LOW';
}

function attackOf(alert: JsonObject): unknown[] {
  const list: readonly unknown[] = Array.isArray(alert.mitre_attack) ? alert.mitre_attack : [];
  return list.slice(0, 50).map((one) => (isObject(one) ? one.technique_id : null));
}

export function keyOfAlert(alert: unknown): string | null {
  return isObject(alert) ? firstLabel(alert.composite_id, alert.id) : null;
}

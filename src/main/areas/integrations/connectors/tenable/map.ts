import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';

/** "Export vulnerabilities": one finding of a plugin on an asset. */
export function mapFinding(finding: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(finding)) return { type: 'rejected', reason: 'not a JSON object' };
  const { plugin, asset } = finding;
  if (!isObject(plugin) || !isObject(asset)) {
    return { type: 'rejected', reason: 'no plugin or no asset' };
  }
  if (finding.state === 'FIXED') return { type: 'skipped', reason: 'findings that are fixed' };
  const id = label(plugin.id);
  return makeAlert(
    {
      title: plugin.name,
      description: describe(finding, plugin),
      severity: severityOf(finding, plugin),
      source: 'Tenable',
      host: firstLabel(asset.hostname, asset.fqdn, asset.netbios_name, asset.uuid),
      destIp: firstLabel(asset.ipv4, asset.ipv6),
      detector: id === null ? null : `tenable:${id}`,
      category: label(plugin.family) ?? 'Vulnerability',
      time: firstLabel(finding.first_found, finding.last_found),
    },
    tally,
  );
}

/** The Vulnerability Priority Rating where there is one, else what Tenable calls it, else CVSS 3. */
function severityOf(finding: JsonObject, plugin: JsonObject): Severity | null {
  const vpr = isObject(plugin.vpr) ? plugin.vpr.score : null;
  return (
    severityOfScore(vpr) ??
    severityOfWord(finding.severity) ??
    severityOfScore(plugin.cvss3_base_score) ??
    severityOfScore(plugin.cvss_base_score)
  );
}

/** VPR and CVSS 3 have the same bands: from 9.0, 7.0, 4.0 and above 0. */
function severityOfScore(score: unknown): Severity | null {
  if (typeof score !== 'number' || !(score > 0 && score <= 10)) return null;
  if (score >= 9) return 'CRITICAL';
  if (score >= 7) return 'HIGH';
  return score >= 4 ? 'MEDIUM' : 'LOW';
}

function describe(finding: JsonObject, plugin: JsonObject): string {
  const port = isObject(finding.port) ? finding.port : {};
  const number = label(port.port);
  const where =
    number === null || number === '0' ? null : `${label(port.protocol) ?? 'TCP'} ${number}`;
  const cves: readonly unknown[] = Array.isArray(plugin.cve) ? plugin.cve.slice(0, 50) : [];
  const names = cves.flatMap((cve) => label(cve) ?? []);
  return [
    typeof plugin.synopsis === 'string' ? plugin.synopsis : '',
    names.length === 0 ? '' : `CVE: ${names.join(', ')}.`,
    where === null ? '' : `Port: ${where}.`,
    typeof plugin.solution === 'string' ? `Solution: ${plugin.solution}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** One alert of a plugin on an asset's port; a finding that came back after a fix is another one. */
export function keyOfFinding(finding: unknown): string | null {
  if (!isObject(finding) || !isObject(finding.plugin) || !isObject(finding.asset)) return null;
  const asset = label(finding.asset.uuid);
  const plugin = label(finding.plugin.id);
  if (asset === null || plugin === null) return null;
  const port = isObject(finding.port) ? finding.port : {};
  const parts = [
    asset,
    plugin,
    label(port.port),
    label(port.protocol),
    label(finding.resurfaced_date),
  ];
  return parts.map((part) => part ?? '').join('|');
}

import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';

/** "Host List Detection" and "KnowledgeBase": names of their XML elements. */
export function mapDetection(record: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(record) || !isObject(record.DETECTION) || !isObject(record.HOST)) {
    return { type: 'rejected', reason: 'no host or no detection' };
  }
  const { DETECTION: detection, HOST: host } = record;
  const known = isObject(record.KB) ? record.KB : {};
  if (detection.STATUS === 'Fixed') return { type: 'skipped', reason: 'detections that are fixed' };
  if (detection.TYPE === 'Info') return { type: 'skipped', reason: 'information gathered' };
  const qid = label(detection.QID);
  return makeAlert(
    {
      title: label(known.TITLE) ?? (qid === null ? null : `QID ${qid}`),
      description: describe(detection, known),
      severity: severityOf(detection),
      source: 'Qualys',
      host: firstLabel(host['DNS_DATA.FQDN'], host.DNS, host.NETBIOS, host.ID),
      destIp: firstLabel(host.IP, host.IPV6),
      detector: qid === null ? null : `qualys:${qid}`,
      category: label(known.CATEGORY) ?? 'Vulnerability',
      time: firstLabel(detection.FIRST_FOUND_DATETIME, detection.LAST_FOUND_DATETIME),
    },
    tally,
  );
}

const BY_SEVERITY = ['LOW', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** The Qualys Detection Score (90, 70, 40) where there is one, else the severity of 1 to 5. */
function severityOf(detection: JsonObject): Severity | null {
  const score = Number(label(detection.QDS) ?? Number.NaN);
  if (score >= 1 && score <= 100) {
    if (score >= 90) return 'CRITICAL';
    if (score >= 70) return 'HIGH';
    return score >= 40 ? 'MEDIUM' : 'LOW';
  }
  return BY_SEVERITY[Number(label(detection.SEVERITY) ?? 0) - 1] ?? null;
}

function describe(detection: JsonObject, known: JsonObject): string {
  const cves = label(known['CVE_LIST.CVE.ID']);
  const port = label(detection.PORT);
  const status = label(detection.STATUS);
  return [
    cves === null ? '' : `CVE: ${cves}.`,
    port === null ? '' : `Port: ${label(detection.PROTOCOL) ?? 'tcp'} ${port}.`,
    status === null ? '' : `Status: ${status}.`,
    typeof detection.RESULTS === 'string' ? detection.RESULTS : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** One alert of a QID on a host's port; a detection that was opened again is another one. */
export function keyOfDetection(record: unknown): string | null {
  if (!isObject(record) || !isObject(record.DETECTION) || !isObject(record.HOST)) return null;
  const { DETECTION: one, HOST: host } = record;
  const unique = label(one.UNIQUE_VULN_ID);
  const place = [host.ID, one.QID, one.PORT, one.PROTOCOL, one.SSL].map(
    (part) => label(part) ?? '',
  );
  const isPlace = label(host.ID) !== null && label(one.QID) !== null;
  const base = unique ?? (isPlace ? place.join('|') : null);
  return base === null ? null : `${base}|${label(one.LAST_REOPENED_DATETIME) ?? ''}`;
}

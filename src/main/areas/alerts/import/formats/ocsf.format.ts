import type { Severity } from '../../../../../shared/kernel/severity.ts';
import {
  countUnknown,
  documentOf,
  firstAt,
  valueAt,
} from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import {
  addressOf,
  cleanText,
  collectTechniques,
  DESCRIPTION_MAX,
  firstLabel,
  label,
  TITLE_MAX,
} from '../../../../platform/records/text.ts';
import type { ImportedAlert, ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { type JsonFormat, rejected, skipped } from './format.ts';

/**
 * Open Cybersecurity Schema Framework 1.0 to 1.7, category Findings: Detection Finding (class_uid
 * 2004) and its predecessor Security Finding (2001), Incident Finding (2005) and Data Security Finding
 * (2006); any class whose `is_alert` is true (1.4 on). Vulnerability, Compliance and Application
 * Security Posture Findings (2002, 2003, 2007) tell of a state, not of what happened, and are skipped as
 * all other classes are; so is the closing of a finding (activity_id 3). `time` is milliseconds
 * since 1970; `time_dt` is the same as text (profile Date/Time).
 */
export const ocsf: JsonFormat = {
  id: 'ocsf',
  marks: 'class_uid with metadata or severity_id',
  recognises(hit) {
    const record = documentOf(hit);
    if (!Number.isInteger(Number(record.class_uid ?? Number.NaN))) return false;
    return isObject(record.metadata) || 'severity_id' in record || 'type_uid' in record;
  },
  parse: parseOcsf,
};

const FINDINGS: ReadonlySet<number> = new Set([2001, 2004, 2005, 2006]);
const ACTIVITY_CLOSE = 3;

const KNOWN = new Set(
  `activity activity_id activity_name action action_id actor analytic anomaly_analyses api assignee
  assignee_group attacks authorizations
  category_name category_uid class_name class_uid cloud comment compliance confidence confidence_id
  confidence_score count cis_csc data_security data_sources database databucket desc device
  disposition disposition_id dst_endpoint duration
  end_time end_time_dt enrichments evidence evidences file finding finding_info
  finding_info_list firewall_rule impact
  impact_id impact_score is_alert is_suspected_breach kill_chain malware malware_scan_info
  malware_scan_results message
  metadata nist observables osint policy priority priority_id process raw_data raw_data_hash
  raw_data_size remediation resource
  resources risk_details risk_level risk_level_id risk_score severity severity_id src_endpoint
  src_url start_time start_time_dt state state_id status status_code status_detail status_id table ticket tickets
  time
  time_dt timezone_offset type_name type_uid unmapped user vendor_attributes verdict verdict_id
  vulnerabilities`.split(/\s+/),
);

function parseOcsf(hit: JsonObject, tally: ImportTally): ParseOutcome {
  const record = documentOf(hit);
  const problem = notAnAlert(record);
  if (problem !== null) return problem;
  const title = firstLabel(
    firstAt(record, ['finding_info.title', 'finding.title', 'message', 'finding_info.desc']),
    firstAt(record, ['finding_info_list.title', 'desc', 'comment']),
    firstAt(record, ['finding_info.analytic.name', 'analytic.name', 'type_name', 'class_name']),
  );
  if (title === null) return rejected('no title and no message');
  const written = firstAt(record, ['time', 'time_dt', 'finding_info.created_time']);
  const time = tally.place(written);
  if (time === null) return rejected(tally.problemOf(written));
  countUnknown(record, KNOWN, '', (field) => tally.unknown(field));
  return {
    type: 'alert',
    alert: {
      title: cleanText(title, TITLE_MAX),
      description: cleanText(descriptionOf(record), DESCRIPTION_MAX),
      severity: tally.severity(ocsfSeverity(record)),
      source:
        label(firstAt(record, ['metadata.product.name', 'metadata.product.vendor_name'])) ?? 'OCSF',
      ...placesOf(record),
      detector: detectorOf(record),
      category: label(firstAt(record, ['finding_info.types', 'finding.types', 'category_name'])),
      techniques: attacksOf(record),
      createdAt: time.createdAt,
      timeBasis: time.timeBasis,
      own: null,
    },
  };
}

function notAnAlert(record: JsonObject): ParseOutcome | null {
  const kind = Number(record.class_uid ?? Number.NaN);
  if (Number.isNaN(kind)) return rejected('no class_uid');
  const isFinding = FINDINGS.has(kind);
  if (!isFinding && record.is_alert !== true) {
    return skipped(`records of class_uid ${kind}`);
  }
  const isClosing = isFinding && Number(record.activity_id) === ACTIVITY_CLOSE;
  return isClosing ? skipped('closings of findings') : null;
}

function descriptionOf(record: JsonObject): string {
  const text = firstAt(record, [
    'finding_info.desc',
    'finding.desc',
    'desc',
    'finding_info_list.desc',
    'message',
    'status_detail',
  ]);
  return typeof text === 'string' ? text : '';
}

/** severity_id: 1 Informational, 2 Low, 3 Medium, 4 High, 5 Critical, 6 Fatal; 0 and 99 say nothing. */
const SEVERITY_IDS: readonly (Severity | null)[] = [
  null,
  'LOW',
  'LOW',
  'MEDIUM',
  'HIGH',
  'CRITICAL',
  'CRITICAL',
];

function ocsfSeverity(record: JsonObject): Severity | null {
  const id = SEVERITY_IDS[Number(record.severity_id ?? 0)];
  return id ?? severityOfWord(record.severity);
}

function detectorOf(record: JsonObject): string | null {
  const analytic = firstAt(record, [
    'finding_info.analytic.uid',
    'analytic.uid',
    'finding_info.analytic.name',
    'metadata.event_code',
  ]);
  const id = label(analytic);
  return id === null ? null : `ocsf:${id}`;
}

type Places = Pick<ImportedAlert, 'sourceHost' | 'sourceUser' | 'sourceIp' | 'destIp'>;

/** From the record itself, then from its evidence, then from what it lists as observables. */
function placesOf(record: JsonObject): Places {
  const at = (...paths: string[]) => label(firstAt(record, paths));
  return {
    sourceHost:
      at('device.hostname', 'device.name', 'evidences.device.hostname', 'resources.hostname') ??
      observable(record, HOST_NAME) ??
      at('src_endpoint.hostname', 'evidences.src_endpoint.hostname', 'resources.name'),
    sourceUser:
      at('actor.user.name', 'user.name', 'evidences.actor.user.name', 'evidences.user.name') ??
      observable(record, USER_NAME),
    sourceIp:
      addressOf(at('src_endpoint.ip', 'evidences.src_endpoint.ip', 'device.ip')) ??
      observable(record, IP_ADDRESS),
    destIp: addressOf(at('dst_endpoint.ip', 'evidences.dst_endpoint.ip')),
  };
}

/** type_id of the observable object. */
const HOST_NAME = 1;
const IP_ADDRESS = 2;
const USER_NAME = 4;

function observable(record: JsonObject, kind: number): string | null {
  const { observables } = record;
  if (!Array.isArray(observables)) return null;
  for (const entry of observables.slice(0, 200)) {
    if (isObject(entry) && Number(entry.type_id) === kind) return label(entry.value);
  }
  return null;
}

/** `attacks` lies in finding_info (1.1 on) or in the record; before 1.1 each listed `techniques`. */
function attacksOf(record: JsonObject): string[] {
  const found = new Set<string>();
  const places = ['finding_info.attacks', 'finding_info_list.attacks'];
  for (const attacks of [record.attacks, ...places.map((path) => valueAt(record, path))]) {
    if (!Array.isArray(attacks)) continue;
    for (const attack of attacks.slice(0, 50)) if (isObject(attack)) addAttack(found, attack);
  }
  return [...found];
}

function addAttack(found: Set<string>, attack: JsonObject): void {
  const older = Array.isArray(attack.techniques) ? attack.techniques.slice(0, 50) : [];
  for (const technique of [attack.technique, attack.sub_technique, ...older]) {
    if (isObject(technique)) collectTechniques(found, technique.uid);
  }
}

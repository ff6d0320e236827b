import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { documentOf, firstAt, valueAt } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import {
  severityOfRiskScore,
  severityOfWord,
} from '../../../../platform/records/severity-words.ts';
import {
  addressOf,
  cleanText,
  collectTechniques,
  DESCRIPTION_MAX,
  label,
  TITLE_MAX,
} from '../../../../platform/records/text.ts';
import type { ImportedAlert, ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { type JsonFormat, rejected, skipped } from './format.ts';
import { eveDetector, eveSeverity } from './suricata-eve.format.ts';

/**
 * Elastic Common Schema 8.x reference (field sets event, rule, host, user, source, destination,
 * threat) and Elastic Security documentation, "Alert schema" (`kibana.alert.*`; `signal.*` before
 * 8.0); Filebeat reference, "Suricata module". Fields may be nested, dotted or both, and lie in a
 * hit's `_source` or `fields`.
 *
 * A record is an alert where `event.kind` is alert or signal, or a detection rule is named; other
 * events are skipped. The time is that of the event the rule found, else that of the record.
 */
export const elasticEcs: JsonFormat = {
  id: 'elastic-ecs',
  marks: '@timestamp and fields of the Elastic Common Schema',
  recognises(hit) {
    const record = documentOf(hit);
    if (firstAt(record, ['@timestamp']) === undefined) return false;
    return SIGNS.some((path) => valueAt(record, path) !== undefined);
  },
  parse: parseEcs,
};

const SIGNS = [
  'ecs.version',
  'event.kind',
  'kibana.alert.rule.name',
  'signal.rule.name',
  'event.module',
];
const RULE_NAMES = ['kibana.alert.rule.name', 'signal.rule.name', 'rule.name'];
const TITLES = [...RULE_NAMES, 'suricata.eve.alert.signature', 'rule.description', 'message'];
const DESCRIPTIONS = [
  'kibana.alert.reason',
  'signal.reason',
  'message',
  'kibana.alert.rule.description',
  'signal.rule.description',
  'rule.description',
  'event.original',
];
const TIMES = ['kibana.alert.original_time', 'signal.original_time', '@timestamp'];
const THREATS = ['kibana.alert.rule.threat', 'signal.rule.threat', 'threat'];
const SEVERITY_WORDS = ['kibana.alert.severity', 'signal.rule.severity'];
const SCORES = ['kibana.alert.risk_score', 'signal.rule.risk_score', 'event.risk_score'];

const FIELD_SETS = new Set(
  `@timestamp @version agent as client cloud code_signature container data_stream destination device
  dll dns ecs elf email entity error event faas file fileset gen_ai geo group hash host http input
  interface kibana labels log macho message network observer orchestrator organization os package pe
  process registry related risk rule server service signal source span suricata system tags target
  threat tls trace transaction url user user_agent vlan volume vulnerability winlog x509 zeek
  Endpoint Target Responses`.split(/\s+/),
);

function parseEcs(hit: JsonObject, tally: ImportTally): ParseOutcome {
  const record = documentOf(hit);
  const kind = label(valueAt(record, 'event.kind'));
  const rule = label(firstAt(record, RULE_NAMES));
  if (kind !== 'alert' && kind !== 'signal' && rule === null) {
    return skipped(kind === null ? 'events without a rule' : `records of event.kind ${kind}`);
  }
  const title = firstAt(record, TITLES) ?? valueAt(record, 'event.action');
  if (label(title) === null) return rejected('no rule name and no message');
  const written = firstAt(record, TIMES);
  const time = tally.place(written);
  if (time === null) return rejected(tally.problemOf(written));
  for (const name in record) {
    const dot = name.indexOf('.');
    if (!FIELD_SETS.has(dot === -1 ? name : name.slice(0, dot))) tally.unknown(name);
  }
  return {
    type: 'alert',
    alert: {
      title: cleanText(firstLine(title), TITLE_MAX),
      description: cleanText(textOf(firstAt(record, DESCRIPTIONS)), DESCRIPTION_MAX),
      severity: tally.severity(ecsSeverity(record)),
      source: sourceOf(record),
      ...placesOf(record),
      detector: detectorOf(record),
      category: label(firstAt(record, ['rule.category', 'event.category', 'event.type'])),
      techniques: threatsOf(record),
      createdAt: time.createdAt,
      timeBasis: time.timeBasis,
      own: null,
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (label(value) ?? '');
}

function firstLine(value: unknown): string {
  const text = textOf(value).trimStart();
  const end = text.indexOf('\n');
  return (end === -1 ? text : text.slice(0, end)).trim();
}

function ecsSeverity(record: JsonObject): Severity | null {
  const suricata = valueAt(record, 'suricata.eve.alert');
  if (isObject(suricata)) return eveSeverity(suricata);
  return (
    severityOfWord(firstAt(record, SEVERITY_WORDS)) ??
    severityOfRiskScore(firstAt(record, SCORES)) ??
    severityOfWord(firstAt(record, ['event.severity', 'log.level'])) ??
    eventSeverity(record)
  );
}

/**
 * ECS leaves the scale of `event.severity` to the source. Elastic Defend writes risk scores, the
 * Suricata module the rule's priority; another scale is not guessed.
 */
function eventSeverity(record: JsonObject): Severity | null {
  const number = Number(valueAt(record, 'event.severity') ?? Number.NaN);
  if (valueAt(record, 'event.module') === 'suricata') return eveSeverity({ severity: number });
  return number >= 21 ? severityOfRiskScore(number) : null;
}

const PRODUCTS: ReadonlyMap<string, string> = new Map([
  ['suricata', 'Suricata'],
  ['zeek', 'Zeek'],
  ['endpoint', 'Elastic Defend'],
  ['wazuh', 'Wazuh'],
]);

function sourceOf(record: JsonObject): string {
  if (firstAt(record, ['kibana.alert.rule.name', 'signal.rule.name']) !== undefined) {
    return 'Elastic Security';
  }
  const origin = label(firstAt(record, ['observer.product', 'event.module', 'event.provider']));
  return origin === null ? 'Elastic' : (PRODUCTS.get(origin) ?? origin);
}

function detectorOf(record: JsonObject): string | null {
  const suricata = valueAt(record, 'suricata.eve.alert');
  if (isObject(suricata)) return eveDetector(suricata);
  const elastic = firstAt(record, [
    'kibana.alert.rule.rule_id',
    'kibana.alert.rule.uuid',
    'signal.rule.rule_id',
    'signal.rule.id',
  ]);
  if (label(elastic) !== null) return `elastic:${label(elastic)}`;
  const id = label(firstAt(record, ['rule.id', 'rule.uuid']));
  return id === null ? null : `${label(valueAt(record, 'event.module')) ?? 'ecs'}:${id}`;
}

type Places = Pick<ImportedAlert, 'sourceHost' | 'sourceUser' | 'sourceIp' | 'destIp'>;

function placesOf(record: JsonObject): Places {
  return {
    sourceHost: label(firstAt(record, ['host.name', 'host.hostname', 'observer.hostname'])),
    sourceUser: label(firstAt(record, ['user.name', 'source.user.name', 'user.email', 'user.id'])),
    sourceIp: addressOf(firstAt(record, ['source.ip', 'client.ip', 'source.address'])),
    destIp: addressOf(firstAt(record, ['destination.ip', 'server.ip', 'destination.address'])),
  };
}

/** `threat` is one object in events, a list of tactics with their techniques in rules. */
function threatsOf(record: JsonObject): string[] {
  const found = new Set<string>();
  for (const path of THREATS) {
    const threat = valueAt(record, path);
    for (const entry of Array.isArray(threat) ? threat.slice(0, 50) : [threat]) {
      if (isObject(entry)) addTechniques(found, entry);
    }
    collectTechniques(found, valueAt(record, `${path}.technique.id`));
    collectTechniques(found, valueAt(record, `${path}.technique.subtechnique.id`));
  }
  return [...found];
}

function addTechniques(found: Set<string>, threat: JsonObject): void {
  const { technique } = threat;
  for (const entry of Array.isArray(technique) ? technique.slice(0, 50) : [technique]) {
    if (!isObject(entry)) continue;
    collectTechniques(found, entry.id);
    const below = Array.isArray(entry.subtechnique) ? entry.subtechnique : [entry.subtechnique];
    for (const sub of below.slice(0, 50)) if (isObject(sub)) collectTechniques(found, sub.id);
  }
}

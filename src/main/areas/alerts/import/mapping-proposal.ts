import { isIP } from 'node:net';
import type {
  ImportMapping,
  MappableField,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import type { Severity } from '../../../../shared/kernel/severity.ts';
import { isObject, type JsonObject } from '../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../platform/records/severity-words.ts';
import { addressOf } from '../../../platform/records/text.ts';
import { readTime } from '../../../platform/records/times.ts';

/** A field of a generic file with the values that the sample holds, as text. */
export interface FieldSample {
  readonly field: string;
  readonly values: readonly string[];
}

const MAX_FIELDS = 500;
const MAX_DEPTH = 3;
const MAX_VALUES = 50;
const MAX_WORDS = 20;

/**
 * Names under which tools write each field, compared without case and punctuation, the likeliest
 * first: the whole path, then its last part. What is proposed, a person confirms.
 */
const NAMES: readonly (readonly [MappableField, string])[] = [
  [
    'time',
    'timestamp eventtime starttime time occurredat detectedat detectiontime createdat createddatetime datetime timegenerated firstseen created date utctime eventdate ts',
  ],
  [
    'title',
    'alertname alerttitle displayname title signature rulename ruledescription detectionname threatname eventname name alert message msg summary subject description',
  ],
  [
    'severity',
    'alertseverity severity severitylevel severityname criticality risklevel level priority risk urgency',
  ],
  [
    'sourceIp',
    'sourceip srcip sourceaddress srcaddr clientip sourceipaddress ipaddress remoteip src ip source',
  ],
  ['destIp', 'destip destinationip dstip destinationaddress dstaddr targetip dst destination'],
  [
    'sourceHost',
    'sourcehost hostname host computername computer devicename device machinename machine endpoint agentname compromisedentity asset',
  ],
  [
    'sourceUser',
    'sourceuser username user accountname account userprincipalname srcuser suser actor',
  ],
  ['source', 'productname product source vendorname vendor providername provider sensor tool'],
  ['detector', 'ruleid signatureid detectorid alertruleid sid alerttype'],
  ['category', 'category classification tactics tactic eventtype class type'],
  ['techniques', 'mitretechniques techniques techniqueid technique mitreattack attack'],
  ['description', 'description desc details detail fulllog reason message summary'],
];

export function proposeMapping(fields: readonly FieldSample[]): ImportMapping | null {
  const chosen: Partial<Record<MappableField, string>> = {};
  const taken = new Set<string>();
  const isFree = (sample: FieldSample) => !taken.has(sample.field);
  const named = fields.map((sample) => ({
    sample,
    path: plain(sample.field),
    last: lastOf(sample),
  }));
  for (const [target, names] of NAMES) {
    const found = names
      .split(' ')
      .flatMap((name) => [
        ...named.filter(({ path }) => path === name),
        ...named.filter(({ path, last }) => path !== name && last === name),
      ]);
    const fit = found.find(({ sample }) => isFree(sample) && fits(target, sample));
    if (fit === undefined) continue;
    chosen[target] = fit.sample.field;
    taken.add(fit.sample.field);
  }
  const title = chosen.title ?? fields.find((sample) => isFree(sample) && isText(sample))?.field;
  if (title === undefined) return null;
  const words = fields.find((sample) => sample.field === chosen.severity)?.values ?? [];
  return {
    fields: { ...chosen, title },
    severities: severitiesOf(words),
    defaultSeverity: 'MEDIUM',
    defaultSource: 'Import',
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function lastOf(sample: FieldSample): string {
  return plain(sample.field.slice(sample.field.lastIndexOf('.') + 1));
}

/** A name alone is not enough: what is proposed as a time must read as one. */
function fits(target: MappableField, sample: FieldSample): boolean {
  const values = sample.values.filter((value) => value !== '');
  const [first] = values;
  if (first === undefined) return false;
  if (target === 'time') return isTime(first);
  if (target === 'sourceIp' || target === 'destIp') return isAddress(first);
  if (target === 'source') return !isAddress(first) && first.length <= 100;
  if (target === 'severity') return values.every((value) => value.length <= 40);
  return target === 'title' ? isText(sample) : true;
}

function isTime(value: string): boolean {
  const reading = readTime(value);
  return reading !== null && !('problem' in reading);
}

function isAddress(value: string): boolean {
  return isIP(addressOf(value) ?? '') !== 0;
}

function isText(sample: FieldSample): boolean {
  return sample.values.some((value) => /\p{L}{2}/u.test(value) && !isTime(value));
}

function severitiesOf(words: readonly string[]): Record<string, Severity> {
  const severities: Record<string, Severity> = {};
  for (const word of [...new Set(words.map((value) => value.trim().toLowerCase()))]) {
    const severity = severityOfWord(word);
    if (severity !== null && Object.keys(severities).length < MAX_WORDS) {
      severities[word] = severity;
    }
  }
  return severities;
}

/** The fields of JSON records by dotted path, three levels deep, in the order of their coming. */
export function samplePaths(records: readonly JsonObject[]): FieldSample[] {
  const samples = new Map<string, string[]>();
  const walk = (record: JsonObject, prefix: string, depth: number) => {
    for (const [name, value] of Object.entries(record)) {
      const path = prefix + name;
      if (isObject(value) && depth < MAX_DEPTH) walk(value, `${path}.`, depth + 1);
      else if (path.length <= MAX_DEPTH * 100) addValue(samples, path, textOf(value));
    }
  };
  for (const record of records) walk(record, '', 1);
  return [...samples].map(([field, values]) => ({ field, values }));
}

export function sampleColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): FieldSample[] {
  return columns.slice(0, MAX_FIELDS).map((field, index) => ({
    field,
    values: rows.slice(0, MAX_VALUES).map((row) => row[index] ?? ''),
  }));
}

function addValue(samples: Map<string, string[]>, path: string, text: string): void {
  const values = samples.get(path);
  if (values !== undefined) {
    if (values.length < MAX_VALUES) values.push(text);
  } else if (samples.size < MAX_FIELDS) {
    samples.set(path, [text]);
  }
}

const LONGEST_SAMPLE = 1_000;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).slice(0, LONGEST_SAMPLE);
  try {
    return JSON.stringify(value).slice(0, LONGEST_SAMPLE);
  } catch {
    return '';
  }
}

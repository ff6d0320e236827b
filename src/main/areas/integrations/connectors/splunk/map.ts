import { isIP } from 'node:net';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { label, techniquesOf } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';

/**
 * Names of Enterprise Security's notable events ("Notable event framework") and of the Common
 * Information Model's alerts. A field of several values is a list; 'unknown' stands for none.
 */
const TITLES = [
  'rule_title',
  'rule_name',
  'search_name',
  'signature',
  'alert_name',
  'title',
  'name',
];
const DESCRIPTIONS = [
  'rule_description',
  'description',
  'savedsearch_description',
  'message',
  '_raw',
];
const SEVERITIES = ['urgency', 'severity', 'priority', 'level'];
const HOSTS = [
  'dest_host',
  'dest_nt_host',
  'orig_host',
  'dvc_host',
  'dest',
  'dvc',
  'src_host',
  'src',
];
const USERS = ['user', 'src_user', 'dest_user', 'user_name'];
const TECHNIQUES = [
  'annotations.mitre_attack.mitre_technique_id',
  'annotations.mitre_attack',
  'mitre_technique_id',
  'mitre_attack',
];

export function mapRow(row: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(row)) return { type: 'rejected', reason: 'not a JSON object' };
  const rule = first(row, ['search_name', 'rule_name', 'savedsearch_name']);
  const isNotable = row.index === 'notable' || 'urgency' in row || 'event_id' in row;
  return makeAlert(
    {
      title: first(row, TITLES) ?? row._raw,
      description: first(row, DESCRIPTIONS),
      severity: severityOfWord(first(row, SEVERITIES)),
      source: isNotable ? 'Splunk Enterprise Security' : 'Splunk',
      // The host of a notable event is the search head.
      host: hostOf(row, isNotable ? HOSTS : [...HOSTS, 'host']),
      user: first(row, USERS),
      sourceIp: first(row, ['src_ip']) ?? addressIn(row, ['src', 'src_host', 'orig_src']),
      destIp: first(row, ['dest_ip']) ?? addressIn(row, ['dest', 'dest_host']),
      detector: rule === null ? null : `splunk:${rule}`,
      category: first(row, ['security_domain', 'category', 'sourcetype']),
      techniques: techniquesOf(...TECHNIQUES.map((name) => row[name])),
      time: first(row, ['_time', 'orig_time', 'timestamp']),
    },
    tally,
  );
}

function first(row: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = row[name];
    const text = Array.isArray(value)
      ? label(value)
      : typeof value === 'string'
        ? value.trim()
        : label(value);
    if (text !== null && text !== '' && text !== '-' && text !== 'unknown') return text;
  }
  return null;
}

function hostOf(row: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const text = first(row, [name]);
    if (text !== null && isIP(text) === 0) return text;
  }
  return null;
}

function addressIn(row: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const text = first(row, [name]);
    if (text !== null && isIP(text) !== 0) return text;
  }
  return null;
}

/** A notable event has an id; another event its place in its bucket; a row of a table nothing. */
export function keyOfRow(row: unknown): string | null {
  if (!isObject(row)) return null;
  if (typeof row.event_id === 'string' && row.event_id !== '') return row.event_id;
  const { _bkt, _cd } = row;
  const hasPlace = typeof _bkt === 'string' && typeof _cd === 'string' && _bkt !== '' && _cd !== '';
  return hasPlace ? `${_bkt}|${_cd}` : null;
}

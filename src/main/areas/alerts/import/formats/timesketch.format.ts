import type { JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { type JsonFormat, skipped } from './format.ts';
import { lines, outcomeOf, taggedTechniques, textOf } from './told-alert.ts';

/**
 * Timesketch documentation, "Import data" (message, datetime, timestamp_desc; timestamp in microseconds)
 * and "Sigma" (ts_sigma_rule, ts_ttp), as JSONL and CSV. A timeline is a list of events: those become
 * alerts that somebody or a rule marked (tag, label, comment, level); the others are skipped.
 */
export const timesketch: JsonFormat = {
  id: 'timesketch',
  marks: 'message, datetime and timestamp_desc of Timesketch',
  recognises: (record) =>
    'message' in record &&
    'timestamp_desc' in record &&
    ('datetime' in record || 'timestamp' in record),
  parse: parseTimesketch,
};

/** Fields that plaso and Timesketch put beside; any other one is named in the receipt. */
const KNOWN = new Set(
  `message datetime timestamp timestamp_desc tag tags label labels comment ts_sigma_rule ts_ttp
  RuleTitle rule_title Level level MitreTags source_short source source_long hostname computer_name
  Computer host username user User src_ip source_ip ip_address ip dst_ip dest_ip destination_ip
  data_type parser display_name __ts_timeline_id __ts_emojis _id _index _source timesketch_label
  event_identifier inode filename path_spec sha256_hash strings xml_string`.split(/\s+/),
);
const MARKS = ['tag', 'tags', 'label', 'labels', 'ts_sigma_rule', 'comment', 'Level', 'level'];

function parseTimesketch(record: JsonObject, tally: ImportTally): ParseOutcome {
  if (!MARKS.some((name) => isSaid(record[name]))) {
    return skipped('events without tag, label, comment or level');
  }
  for (const name in record) if (!KNOWN.has(name)) tally.unknown(name);
  const rule = firstLabel(record.ts_sigma_rule, record.RuleTitle, record.rule_title);
  const message = textOf(record.message).trim();
  const tags = firstText(record.tag, record.tags, record.label, record.labels);
  return outcomeOf(
    {
      title: rule ?? message,
      description: lines(message, tags === '' ? null : `Tags: ${tags}`, textOf(record.comment)),
      severity: severityOfWord(record.Level ?? record.level),
      source: firstLabel(record.source_short, record.source) ?? 'Timesketch',
      host: firstLabel(record.hostname, record.computer_name, record.Computer, record.host),
      user: firstLabel(record.username, record.user, record.User),
      sourceIp: firstLabel(record.src_ip, record.source_ip, record.ip_address, record.ip),
      destIp: firstLabel(record.dst_ip, record.dest_ip, record.destination_ip),
      detector: rule === null ? null : `timesketch:${rule}`,
      category: label(record.data_type) ?? label(record.timestamp_desc),
      techniques: taggedTechniques(record.tag, record.tags, record.ts_ttp, record.MitreTags),
      time: label(record.datetime) === null ? record.timestamp : record.datetime,
    },
    tally,
  );
}

function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'string' && value.trim() !== '' && value !== '[]';
}

function firstText(...values: readonly unknown[]): string {
  for (const value of values) {
    if (Array.isArray(value) && value.length > 0) return value.slice(0, 50).map(textOf).join(', ');
    const text = textOf(value).trim();
    if (text !== '' && text !== '[]') return text;
  }
  return '';
}

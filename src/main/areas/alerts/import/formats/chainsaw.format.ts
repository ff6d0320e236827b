import { firstAt, valueAt } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { label } from '../../../../platform/records/text.ts';
import type { ImportTally } from '../tally.ts';
import type { JsonFormat } from './format.ts';
import { outcomeOf, taggedTechniques, textOf } from './told-alert.ts';

/**
 * What Chainsaw's `hunt` writes with --json, --jsonl and --csv (its README, "Usage", and the names in its
 * output): a detection has a group, a kind and the event as a document; an aggregate has several. A row of
 * CSV names no level.
 */
export const chainsaw: JsonFormat = {
  id: 'chainsaw',
  marks: 'group, kind and document of Chainsaw',
  recognises: (record) => isDetection(record) || isRow(record),
  parse: parseChainsaw,
};

const isDetection = (record: JsonObject) =>
  'group' in record && 'kind' in record && ('document' in record || 'documents' in record);
const isRow = (record: JsonObject) =>
  'timestamp' in record && 'detections' in record && 'path' in record;

const KNOWN = new Set([
  ...`group kind document documents name timestamp authors author level source status falsepositives id
  logsource references tags description date modified rule detections path count Computer User
  Event.System.Provider aggregate`.split(/\s+/),
  ...[
    'Event ID',
    'Record ID',
    'Event Data',
    'Target User',
    'Source IP',
    'Service Name',
    'Logon Type',
  ],
]);

const EVENT = ['document.data.Event', 'documents.data.Event'];
const DATA = ['EventData', 'UserData'];

function parseChainsaw(record: JsonObject, tally: ImportTally) {
  for (const name in record) if (!KNOWN.has(name)) tally.unknown(name);
  const event = eventOf(record);
  const at = (...names: readonly string[]) => {
    for (const name of names) {
      for (const data of DATA) {
        const value = label(valueAt(event, `${data}.${name}`));
        if (value !== null) return value;
      }
    }
    return null;
  };
  const rule = label(record.id) ?? label(record.name) ?? label(record.detections);
  return outcomeOf(
    {
      title: textOf(record.name ?? record.detections),
      description: describe(record, event),
      severity: severityOfWord(record.level),
      source: 'Chainsaw',
      host: firstAt(event, ['System.Computer']) ?? record.Computer,
      user: at('User', 'TargetUserName', 'SubjectUserName') ?? record.User ?? record['Target User'],
      sourceIp: at('SourceIp', 'IpAddress') ?? record['Source IP'],
      destIp: at('DestinationIp'),
      detector: rule === null ? null : `chainsaw:${rule}`,
      category: label(record.group),
      techniques: taggedTechniques(record.tags),
      time: record.timestamp,
    },
    tally,
  );
}

function eventOf(record: JsonObject): JsonObject {
  for (const path of EVENT) {
    const event = valueAt(record, path);
    if (isObject(event)) return event;
  }
  return {};
}

function describe(record: JsonObject, event: JsonObject): string {
  const data = valueAt(event, 'EventData');
  if (!isObject(data)) return textOf(record['Event Data'] ?? record.description);
  return Object.entries(data)
    .slice(0, 100)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join('\n');
}

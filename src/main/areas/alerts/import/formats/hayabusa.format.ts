import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ImportTally } from '../tally.ts';
import type { JsonFormat } from './format.ts';
import { outcomeOf, taggedTechniques, textOf } from './told-alert.ts';

/**
 * Timelines of Hayabusa (its README, "Output profiles" and "Abbreviations"): csv-timeline and
 * json-timeline of every profile that names the rule and its level. Lists in cells are set apart by ` ¦ `,
 * details are `name: value`.
 */
export const hayabusa: JsonFormat = {
  id: 'hayabusa',
  marks: 'Timestamp, RuleTitle and Level of Hayabusa',
  recognises: (record) =>
    'Timestamp' in record && 'RuleTitle' in record && 'Level' in record && 'Computer' in record,
  parse: parseHayabusa,
};

const KNOWN = new Set(
  `Timestamp RuleTitle Level Computer Channel EventID MitreTactics MitreTags OtherTags RecordID Details
  ExtraFieldInfo RuleFile EvtxFile RuleCreationDate RuleModifiedDate RuleAuthor RuleID Status Provider
  RenderedMessage AllFieldInfo SrcASN SrcCity SrcCountry TgtASN TgtCity TgtCountry Tags
  RecordInformation`.split(/\s+/),
);

function parseHayabusa(record: JsonObject, tally: ImportTally) {
  for (const name in record) if (!KNOWN.has(name)) tally.unknown(name);
  const details = detailsOf(record.Details ?? record.AllFieldInfo);
  const extra = detailsOf(record.ExtraFieldInfo);
  const at = (...names: readonly string[]) =>
    firstLabel(...names.map((name) => details[name]), ...names.map((name) => extra[name]));
  const rule = label(record.RuleID) ?? label(record.RuleFile) ?? label(record.RuleTitle);
  return outcomeOf(
    {
      title: textOf(record.RuleTitle),
      description: describe(record.Details ?? record.AllFieldInfo ?? record.RenderedMessage),
      severity: severityOfWord(record.Level),
      source: 'Hayabusa',
      host: record.Computer,
      user: at('User', 'TgtUser', 'SrcUser', 'TargetUserName', 'SubjectUserName'),
      sourceIp: at('SrcIP', 'IpAddress', 'SourceIp', 'ClientAddress'),
      destIp: at('TgtIP', 'DestinationIp'),
      detector: rule === null ? null : `hayabusa:${rule}`,
      category: label(record.MitreTactics) ?? label(record.Channel),
      techniques: taggedTechniques(record.MitreTags, record.Tags),
      time: record.Timestamp,
    },
    tally,
  );
}

function describe(value: unknown): string {
  if (!isObject(value)) return textOf(value).replaceAll(' ¦ ', '\n');
  return Object.entries(value)
    .slice(0, 100)
    .map(([name, one]) => `${name}: ${Array.isArray(one) ? one.join(', ') : textOf(one)}`)
    .join('\n');
}

function detailsOf(value: unknown): JsonObject {
  if (isObject(value)) return value;
  const found: Record<string, string> = {};
  if (typeof value !== 'string') return found;
  for (const part of value.slice(0, 20_000).split(' ¦ ')) {
    const colon = part.indexOf(': ');
    const name = part.slice(0, Math.max(0, colon));
    if (colon > 0 && name !== '__proto__') found[name] = part.slice(colon + 2);
  }
  return found;
}

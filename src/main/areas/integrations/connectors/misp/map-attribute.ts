import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { cleanText, label } from '../../../../platform/records/text.ts';
import { readTime } from '../../../../platform/records/times.ts';
import type { FetchedIndicator, IndicatorOutcome } from '../../connector.types.ts';
import { strictestTlp, tlpOf } from '../shared/tlp.ts';
import type { MispSettings } from './settings.ts';
import { ATTRIBUTE_TYPES } from './types.table.ts';

const MAX_LABELS = 20;
const MAX_DESCRIPTION = 2_000;
const MAX_VALUE = 4_000;

/** One attribute, as restSearch gives it with its event, its tags and hits of warninglists. */
export function mapAttribute(record: unknown, settings: MispSettings): IndicatorOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  const { type, value } = record;
  if (typeof type !== 'string' || typeof value !== 'string' || value.trim() === '')
    return { type: 'rejected', reason: 'no type or no value' };
  const kinds = ATTRIBUTE_TYPES.get(type);
  if (kinds === undefined) return { type: 'skipped', reason: 'attributes of other types' };
  const isRevoked = isSet(record.deleted);
  if (settings.onlyForDetection && !isSet(record.to_ids) && !isRevoked)
    return { type: 'skipped', reason: 'attributes that are not for detection (to_ids)' };
  const parts = kinds.length === 1 ? [value] : value.split('|');
  const rest = restOf(record, isRevoked);
  const indicators = kinds.flatMap((kind, at) => {
    const part = cleanText(parts[at]?.trim() ?? '', MAX_VALUE);
    return kind === '' || part === '' ? [] : { ...rest, type: exact(kind, part), value: part };
  });
  return indicators.length === 0
    ? { type: 'rejected', reason: 'a pair without the part that counts' }
    : { type: 'indicators', indicators };
}

/** MISP writes flags as true, 1 and "1". */
const isSet = (value: unknown): boolean => value === true || value === 1 || value === '1';

const exact = (kind: string, value: string): string =>
  kind === 'ip' && value.includes('/') ? 'cidr' : kind;

type Rest = Omit<FetchedIndicator, 'type' | 'value'>;

function restOf(record: JsonObject, isRevoked: boolean): Rest {
  const event = isObject(record.Event) ? record.Event : {};
  const tags = namesOf(record.Tag, 'name');
  const lists = namesOf(record.warnings, 'warninglist_name', 'name');
  return {
    severity: lists.length > 0 ? 'LOW' : severityOf(event.threat_level_id),
    confidence: null,
    tlp: strictestTlp(tags.map(tlpOf)),
    description: describe(record, event),
    firstSeen: momentOf(record.first_seen),
    lastSeen: momentOf(record.last_seen),
    expiresAt: null,
    isRevoked,
    labels: [
      ...tags.filter((tag) => tlpOf(tag) === null),
      ...lists.map((list) => `warninglist: ${list}`),
    ]
      .slice(0, MAX_LABELS)
      .map((text) => cleanText(text, 60)),
  };
}

function namesOf(list: unknown, ...names: readonly string[]): string[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, 100).flatMap((entry) => {
    if (!isObject(entry)) return [];
    for (const name of names) {
      const found = label(entry[name]);
      if (found !== null) return found;
    }
    return [];
  });
}

/** threat_level_id: 1 high, 2 medium, 3 low, 4 undefined. */
function severityOf(level: unknown): FetchedIndicator['severity'] {
  const number = Number(
    typeof level === 'string' || typeof level === 'number' ? level : Number.NaN,
  );
  if (number === 1) return 'HIGH';
  return number === 3 ? 'LOW' : 'MEDIUM';
}

function describe(record: JsonObject, event: JsonObject): string {
  const parts = [label(record.comment), label(event.info), label(record.category)];
  return cleanText(parts.filter((part) => part !== null).join('; '), MAX_DESCRIPTION);
}

function momentOf(value: unknown): string | null {
  const reading = typeof value === 'string' || typeof value === 'number' ? readTime(value) : null;
  return reading === null || 'problem' in reading ? null : isoOf(reading.ms);
}

const isoOf = (ms: number): string | null => (ms < 0 ? null : new Date(ms).toISOString());

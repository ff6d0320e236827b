import type { ImportedRow } from '../../../../../shared/areas/forensics/indicators/import-row.ts';
import { Problems } from '../../../../../shared/areas/forensics/indicators/import-row.ts';
import { readBundle } from '../../../../../shared/areas/forensics/indicators/stix/bundle.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { cleanText, label } from '../../../../platform/records/text.ts';
import type { FetchedIndicator, IndicatorOutcome } from '../../connector.types.ts';

const MAX_VALUE = 4_000;
const MAX_DESCRIPTION = 2_000;

/** An indicator of STIX 2.1 by its pattern, as the import of bundles reads it. */
export function mapObject(record: unknown): IndicatorOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  if (record.type !== 'indicator')
    return typeof record.type === 'string'
      ? { type: 'skipped', reason: 'objects that are no indicators' }
      : { type: 'rejected', reason: 'an object without a type' };
  if (isBenign(record)) return { type: 'skipped', reason: 'indicators of what is benign' };
  const problems = new Problems();
  const read = readBundle({ type: 'bundle', objects: [record] }, problems);
  const rows = typeof read === 'string' ? [] : read.rows;
  if (rows.length === 0)
    return { type: 'skipped', reason: label(problems.list()[0]?.what) ?? 'an empty pattern' };
  const severity = severityOf(record);
  return { type: 'indicators', indicators: rows.map((row) => fetched(row, severity)) };
}

function typesOf(record: JsonObject): readonly unknown[] {
  return Array.isArray(record.indicator_types) ? record.indicator_types.slice(0, 20) : [];
}

function isBenign(record: JsonObject): boolean {
  const types = typesOf(record);
  return types.length > 0 && types.every((type) => type === 'benign');
}

/** STIX names none; the open vocabulary of indicator types says how grave it is meant. */
function severityOf(record: JsonObject): FetchedIndicator['severity'] {
  const types = typesOf(record);
  if (types.includes('malicious-activity') || types.includes('compromised')) return 'HIGH';
  return types.includes('anonymization') ? 'LOW' : 'MEDIUM';
}

const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;

function fetched(row: ImportedRow, severity: FetchedIndicator['severity']): FetchedIndicator {
  const value = cleanText(row.value, MAX_VALUE);
  const isNetwork = row.type === 'ip' && value.includes('/');
  return {
    type: isNetwork ? 'cidr' : (row.type ?? 'other'),
    value,
    severity: SEVERITIES.find((one) => one === row.severity) ?? severity,
    confidence: row.confidence ?? null,
    tlp: row.tlp ?? null,
    description: cleanText(row.description ?? '', MAX_DESCRIPTION),
    firstSeen: isoOf(row.firstSeen),
    lastSeen: isoOf(row.lastSeen),
    expiresAt: isoOf(row.expiresAt),
    isRevoked: row.isActive === false,
    labels: (row.tags ?? []).map((tag) => cleanText(tag, 60)),
  };
}

const isoOf = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

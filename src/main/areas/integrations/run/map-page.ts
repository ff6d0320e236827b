import { Buffer } from 'node:buffer';
import type { Run } from '../../../../shared/areas/integrations/runs.contract.ts';
import { readJsonRecord } from '../../../platform/records/json-record.ts';
import { excerptOf } from '../../../platform/records/text.ts';
import { createFingerprint, type Fingerprint } from '../../alerts/import/fingerprint.ts';
import type { PreparedAlert } from '../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../alerts/import/tally.ts';
import type { Connector, FetchedIndicator } from '../connector.types.ts';
import type { RunLimits } from './run-limits.ts';

/** What a page comes to: read = alerts (or indicators' records) + skipped + rejected. */
export interface MappedPage {
  readonly alerts: readonly PreparedAlert[];
  readonly indicators: readonly FetchedIndicator[];
  /** Records that brought indicators. */
  readonly indicatorRecords: number;
  readonly read: number;
  readonly skipped: number;
  readonly rejected: number;
  readonly bytes: number;
}

export interface Mapper {
  map(records: readonly Uint8Array[]): MappedPage;
  /** The first ones, with why. */
  rejections(): Run['rejections'];
}

export interface MapperDeps {
  readonly connector: Connector;
  readonly settings: unknown;
  readonly tally: ImportTally;
  readonly limits: RunLimits;
}

type Outcome =
  | { readonly type: 'alert'; readonly alert: PreparedAlert }
  | { readonly type: 'indicators'; readonly indicators: readonly FetchedIndicator[] }
  | { readonly type: 'skipped' | 'rejected'; readonly reason: string };

/** Turns pages of verbatim records into what is kept; whatever a record holds, it goes on. */
export function createMapper(deps: MapperDeps): Mapper {
  const first: { reason: string; excerpt: string }[] = [];
  const one = createRecordMapper(deps);
  return {
    rejections: () => first,
    map(records) {
      const alerts: PreparedAlert[] = [];
      const indicators: FetchedIndicator[] = [];
      const sum = { indicatorRecords: 0, skipped: 0, rejected: 0, bytes: 0 };
      for (const bytes of records) {
        sum.bytes += bytes.length;
        const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        const outcome = one(record);
        if (outcome.type === 'alert') alerts.push(outcome.alert);
        else if (outcome.type === 'indicators') {
          sum.indicatorRecords++;
          indicators.push(...outcome.indicators);
        } else if (outcome.type === 'skipped') {
          sum.skipped++;
          deps.tally.skipped(outcome.reason);
        } else {
          sum.rejected++;
          if (first.length < deps.limits.rejections)
            first.push({ reason: outcome.reason, excerpt: excerptOf(record) });
        }
      }
      return { alerts, indicators, read: records.length, ...sum };
    },
  };
}

function createRecordMapper(deps: MapperDeps): (record: Buffer) => Outcome {
  const { connector, settings, tally, limits } = deps;
  const fingerprint = createFingerprint('json');
  return (bytes) => {
    if (bytes.length > limits.recordBytes)
      return { type: 'rejected', reason: 'the record is longer than 4 MiB' };
    const reading = readJsonRecord(bytes);
    if (reading.type !== 'object') return { type: 'rejected', reason: reading.reason };
    const { record, text } = reading;
    try {
      if (connector.delivers === 'indicators') return connector.map(record, settings);
      const outcome = connector.map(record, tally, text, settings);
      if (outcome.type !== 'alert') return outcome;
      const key = connector.key?.(record) ?? null;
      const known = key === null ? fingerprint(bytes) : keyed(fingerprint, connector.id, key);
      const alert = { ...outcome.alert, raw: bytes, rawFormat: 'json' as const };
      return { type: 'alert', alert: { ...alert, fingerprint: known } };
    } catch {
      return { type: 'rejected', reason: 'the connector could not read this record' };
    }
  };
}

/** A finding that its source sends again with another state is the same one. */
const keyed = (fingerprint: Fingerprint, connector: string, key: string): Buffer =>
  fingerprint(Buffer.from(`connector\n${connector}\n${key}`));

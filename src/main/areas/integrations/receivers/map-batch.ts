/** Some records of a spool, read and mapped: what a transaction needs of them, and where to go on. */
import { z } from 'zod';
import { severitySchema } from '../../../../shared/kernel/severity.ts';
import type { PreparedAlert } from '../../alerts/import/imported-alert.ts';
import type { ReceivedAlerts } from './received-alerts.types.ts';
import { createReceivedMapper, type ReceivedMapper } from './received-mapper.ts';
import { PLAIN_LEVELS } from './receiver-settings.ts';
import { nextBatch, type SpoolBatch } from './spool-reader.ts';

export const drainedReceiverSchema = z.object({
  id: z.string(),
  name: z.string(),
  products: severitySchema,
  plain: z.enum(PLAIN_LEVELS),
  programs: z.array(z.string()),
  timeZone: z.string(),
});
export type DrainedReceiver = z.infer<typeof drainedReceiverSchema>;

/** Records of one transaction. */
const MOST_RECORDS = 2_000;

export interface MappedBatch<Batch> {
  readonly segment: number;
  readonly offset: number;
  readonly damaged: number;
  readonly read: number;
  readonly alerts: number;
  readonly skipped: number;
  readonly rejected: number;
  readonly reasons: readonly (readonly [string, number])[];
  /** Null where none became an alert. */
  readonly batch: Batch | null;
}

export type BatchMapper<Batch> = (from: {
  readonly segment: number;
  readonly offset: number;
}) => MappedBatch<Batch> | null;

interface MapperParts<Batch> {
  readonly receiver: DrainedReceiver;
  readonly folder: string;
  readonly key: Buffer;
  readonly alerts: ReceivedAlerts<Batch>;
  readonly now: () => number;
  readonly rules: () => unknown;
}

/** Null where nothing waits. */
export function createBatchMapper<Batch>(parts: MapperParts<Batch>): BatchMapper<Batch> {
  const { receiver, folder, key, alerts, now } = parts;
  const map = createReceivedMapper({
    rule: {
      products: receiver.products,
      plain: receiver.plain === 'none' ? null : PLAIN_LEVELS.indexOf(receiver.plain) - 1,
      programs: new Set(receiver.programs.map((name) => name.trim().toLowerCase())),
    },
    timeZone: receiver.timeZone,
    now: now(),
  });
  return (from) => {
    const spooled = gather(folder, key, from);
    if (spooled === null) return null;
    const { segment, offset, damaged, records } = spooled;
    const { kept, ...counts } = mapAll(records, map);
    const batch = kept.length === 0 ? null : alerts.pack(kept, now(), parts.rules());
    return {
      segment,
      offset,
      damaged,
      read: records.length,
      alerts: kept.length,
      ...counts,
      batch,
    };
  };
}

/** Frames up to what one transaction holds. */
function gather(
  folder: string,
  key: Buffer,
  from: { readonly segment: number; readonly offset: number },
): SpoolBatch | null {
  const records: Buffer[] = [];
  let last: SpoolBatch | null = null;
  let damaged = 0;
  while (records.length < MOST_RECORDS) {
    const next = nextBatch(folder, key, last ?? from);
    if (next === null) break;
    records.push(...next.records);
    damaged += next.damaged;
    last = next;
  }
  return last && { ...last, records, damaged };
}

function mapAll(records: readonly Buffer[], map: ReceivedMapper) {
  const kept: PreparedAlert[] = [];
  const reasons = new Map<string, number>();
  const counts = { skipped: 0, rejected: 0 };
  for (const record of records) {
    const outcome = map(record);
    if (outcome.type === 'alert') {
      kept.push(outcome.alert);
      continue;
    }
    counts[outcome.type]++;
    reasons.set(outcome.reason, (reasons.get(outcome.reason) ?? 0) + 1);
  }
  return { kept, ...counts, reasons: [...reasons] };
}

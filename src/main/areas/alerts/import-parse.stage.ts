import { z } from 'zod';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  importMappingSchema,
  type RejectedRecord,
} from '../../../shared/areas/alerts/imports.contract.ts';
import { groupRulesSchema } from '../../db/groups/group-rules.ts';
import type { StageMessage } from '../../jobs/stage.ts';
import { newUuid } from '../../platform/ids.ts';
import { createAlertPacker, memoryOf, type SentBatch, toSentBatch } from './alert-batch.ts';
import { runImport } from './import/run-import.ts';
import type { ParsedCounts } from './import-receipt.ts';
import { toAlertsWithRaw } from './import-rows.ts';

export const parseInputSchema = z.object({
  fileName: z.string(),
  format: z.enum(IMPORT_FORMATS).nullable(),
  mapping: importMappingSchema.nullable(),
  timeZone: z.string().nullable(),
  importId: z.string(),
  now: z.number(),
  groupRules: groupRulesSchema,
});

/** What the reading thread tells the writing one. */
export type ParseMessage =
  | { type: 'batch'; batch: SentBatch }
  | { type: 'counts'; counts: ParsedCounts }
  | { type: 'rejected'; records: RejectedRecord[] }
  | {
      type: 'end';
      counts: ParsedCounts;
      format: ImportFormat;
      notes: string[];
      unknownFields: { field: string; count: number }[];
    };

const REJECTIONS_A_MESSAGE = 500;

/** Reading and writing an import cost about the same; each has a thread, and between them go batches. */
export async function parseAlertsStage(
  rawInput: unknown,
  source: AsyncIterable<Uint8Array>,
  send: (message: StageMessage) => Promise<void>,
): Promise<void> {
  const input = parseInputSchema.parse(rawInput);
  let rejected: RejectedRecord[] = [];
  const post = (value: ParseMessage, transfer: ArrayBuffer[] = []) => send({ value, transfer });
  const flushRejected = async () => {
    if (rejected.length === 0) return;
    const records = rejected;
    rejected = [];
    await post({ type: 'rejected', records });
  };
  let sending: Promise<void> = Promise.resolve();
  const pack = createAlertPacker(input.groupRules);
  const origin = { newId: newUuid, importId: input.importId, now: input.now };
  const summary = await runImport(
    {
      source,
      fileName: input.fileName,
      now: input.now,
      format: input.format ?? undefined,
      mapping: input.mapping ?? undefined,
      timeZone: input.timeZone ?? undefined,
    },
    {
      sink: {
        write(alerts) {
          const batch = toSentBatch(pack(toAlertsWithRaw(alerts, origin)));
          sending = post({ type: 'batch', batch }, memoryOf(batch));
          return { added: alerts.length, merged: 0 };
        },
        ready: () => sending,
      },
      signal: new AbortController().signal,
      report: (counts) => void post({ type: 'counts', counts }),
      rejected(record) {
        rejected.push(record);
        if (rejected.length >= REJECTIONS_A_MESSAGE) sending = flushRejected();
      },
    },
  );
  await flushRejected();
  const { format, notes, unknownFields } = summary;
  await post({ type: 'end', counts: summary, format, notes, unknownFields });
}

import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import type { JobContext } from '../../jobs/job.ts';
import { type ParseMessage, parseInputSchema } from './import-parse.stage.ts';
import { ReceiptWriter } from './import-receipt.ts';
import type { ImportCounts } from './imports.store.ts';

const importInputSchema = parseInputSchema.omit({ now: true }).extend({
  totalBytes: z.number().nullable(),
});
export type ImportInput = z.infer<typeof importInputSchema>;

/**
 * Imports a file of alerts. Another thread reads it; this one writes batch by batch and keeps the
 * receipt up to date with each. What was written stays, whatever ends the import.
 */
export async function importAlertsJob(
  rawInput: unknown,
  context: JobContext,
): Promise<ImportCounts> {
  const { importId, totalBytes, ...parse } = importInputSchema.parse(rawInput);
  const receipt = new ReceiptWriter(context.db, importId, context.startedBy);
  try {
    const messages = context.stage('parse-alerts', {
      ...parse,
      importId,
      now: context.clock.now(),
    });
    for await (const message of messages as AsyncIterable<ParseMessage>) {
      context.signal.throwIfAborted();
      take(message, receipt, context);
      context.report({ done: receipt.counts().bytesRead, total: totalBytes, message: null });
    }
    return receipt.counts();
  } catch (error) {
    // Who cancels at the last moment is too late: everything is in.
    if (receipt.isFinished) return receipt.counts();
    const isCancelled = context.signal.aborted;
    const failure =
      error instanceof AppError ? error.message : 'The import failed inside Watchfloor';
    receipt.finish({
      state: isCancelled ? 'CANCELLED' : 'FAILED',
      error: isCancelled
        ? 'Cancelled. What was added is kept; import the file again to add the rest.'
        : failure,
      format: parse.format,
      notes: [],
      unknownFields: [],
    });
    throw error;
  }
}

function take(message: ParseMessage, receipt: ReceiptWriter, context: JobContext): void {
  switch (message.type) {
    case 'batch':
      receipt.writeBatch(message.batch);
      context.relieveLog();
      return;
    case 'counts':
      receipt.note(message.counts);
      return;
    case 'rejected':
      receipt.reject(message.records);
      return;
    case 'end': {
      const { counts, format, notes, unknownFields } = message;
      receipt.note(counts);
      receipt.finish({ state: 'DONE', error: null, format, notes, unknownFields });
      return;
    }
    default:
      exhaustive(message);
  }
}

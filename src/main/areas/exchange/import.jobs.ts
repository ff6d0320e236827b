/**
 * Reads a file that was received, and takes it over when somebody says so: intelligence in batches, each
 * whole or not at all; a package as one (package/take-package.ts).
 */
import { dirname } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { exchangeFiles } from './exchange-files.ts';
import type { TakePackage } from './package/package.types.ts';
import { endReceipt, type ReceiptEnd } from './receipts.store.ts';
import { type IntelDeps, takeIntel } from './take-intel.ts';

const importInputSchema = z.object({
  receiptId: z.string(),
  sha256: z.string(),
  size: z.number(),
  fileName: z.string(),
  isTaking: z.boolean(),
  password: z.string().nullable(),
  /** Whoever asks may take packages over. */
  mayTakePackages: z.boolean(),
});
export type ImportInput = z.infer<typeof importInputSchema>;

export interface ImportDeps extends IntelDeps {
  readonly takePackage: TakePackage;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const SEALED = [...Buffer.from('WFSEALED', 'latin1')];

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

export function createImportJob(deps: ImportDeps): JobFunction {
  return async (rawInput, context) => {
    const input = importInputSchema.parse(rawInput);
    const { db, signal, startedBy } = context;
    const caller = { actor: startedBy, origin: 'user', action: 'exchange.import' } as const;
    const end = (ended: ReceiptEnd) =>
      db.write({ ...caller, reason: input.fileName }, (tx) => {
        endReceipt(tx, input.receiptId, ended);
        if (input.isTaking) tx.note('exchange_receipts', 1);
      });
    try {
      end(await read(input, context, deps));
      return null;
    } catch (error) {
      const message =
        error instanceof AppError
          ? error.message
          : signal.aborted
            ? 'Cancelled. What was taken over is kept; take it over again for the rest.'
            : 'The import failed inside Watchfloor.';
      end({ state: signal.aborted ? 'CANCELLED' : 'FAILED', message });
      throw error;
    }
  };
}

async function read(
  input: ImportInput,
  context: JobContext,
  deps: ImportDeps,
): Promise<ReceiptEnd> {
  const { storage } = context;
  const files = exchangeFiles(dirname(storage.databasePath), storage.key);
  const head = new Uint8Array(8);
  const bytes = files.bytes(input.sha256);
  try {
    bytes.read(0, head);
  } finally {
    bytes.close();
  }
  const isSealed = beginsWith(head, SEALED);
  if (isSealed || beginsWith(head, ZIP))
    return deps.takePackage({ input, context, files, isSealed });
  return takeIntel(input, context, { ...deps, files });
}

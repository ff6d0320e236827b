import type { JobContext } from '../../../jobs/job.ts';
import type { BlobStore } from '../../../platform/blob-store.ts';
import type { Making } from '../export.jobs.ts';
import type { ImportInput } from '../import.jobs.ts';
import type { ReceiptEnd } from '../receipts.store.ts';

/** The bytes of a package, and what of it is counted. */
export type PackageWriter = (making: Making) => AsyncGenerator<Uint8Array>;

/** Checks a package, and takes it over where that was asked. */
export type TakePackage = (asked: {
  readonly input: ImportInput;
  readonly context: JobContext;
  readonly files: BlobStore;
  readonly isSealed: boolean;
}) => Promise<ReceiptEnd>;

import { z } from 'zod';
import {
  IMPORT_FORMATS,
  importMappingSchema,
  type RejectedRecord,
} from '../../../shared/areas/alerts/imports.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobContext } from '../../jobs/job.ts';
import { UNTOUCHED } from './alert-rows.ts';
import { type AlertWithRaw, insertAlerts } from './alerts.store.ts';
import type { AlertSink, PreparedAlert } from './import/imported-alert.ts';
import { runImport } from './import/run-import.ts';
import {
  finishImport,
  type ImportCounts,
  MAX_STORED_REJECTIONS,
  saveCounts,
  saveRejections,
} from './imports.store.ts';

const importInputSchema = z.object({
  importId: z.string(),
  fileName: z.string(),
  totalBytes: z.number().nullable(),
  format: z.enum(IMPORT_FORMATS).nullable(),
  mapping: importMappingSchema.nullable(),
  timeZone: z.string().nullable(),
});
export type ImportInput = z.infer<typeof importInputSchema>;

/** Counts the bytes as they pass: of the file itself, before it is unpacked. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (n: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes(chunk.byteLength);
    yield chunk;
  }
}

/** What of a fingerprint is hash where it begins with a time. */
const HASH_BYTES = 12;

/**
 * The key under which a record is known. Where the source wrote time and zone, it begins with the
 * second of that time, so that records of one stretch of a file lie together in the index: with
 * bare hashes every batch rewrites all of its pages, at half the speed. What the reader of the
 * file chose (a zone, the moment of import) must not be in it, or the same file would come twice.
 */
function recordKey(alert: PreparedAlert, createdAt: number): Buffer {
  if (alert.own) return Buffer.from(alert.own.fingerprint);
  const key = Buffer.alloc(alert.fingerprint.length);
  key.set(alert.fingerprint.subarray(0, HASH_BYTES), key.length - HASH_BYTES);
  const seconds = Math.floor(createdAt / 1000);
  if (alert.timeBasis === 'recorded' && seconds > 0 && seconds <= 0xffff_ffff)
    key.writeUInt32BE(seconds, 0);
  return key;
}

function toAlertWithRaw(
  alert: PreparedAlert,
  id: string,
  importId: string,
  now: number,
): AlertWithRaw {
  const { own } = alert;
  const createdAt = Date.parse(alert.createdAt);
  const row = {
    ...UNTOUCHED,
    id: own?.id ?? id,
    title: alert.title,
    description: alert.description,
    severity: alert.severity,
    status: own?.status ?? UNTOUCHED.status,
    source: alert.source,
    sourceHost: alert.sourceHost,
    sourceUser: alert.sourceUser,
    sourceIp: alert.sourceIp,
    destIp: alert.destIp,
    detector: alert.detector,
    category: alert.category,
    techniques: [...alert.techniques],
    aiInvestigation: own?.aiInvestigation ?? null,
    assignedTo: own?.assignedTo ?? null,
    escalated: own?.escalated ?? false,
    falsePositive: own?.falsePositive ?? false,
    timeBasis: alert.timeBasis,
    importId,
    fingerprint: recordKey(alert, createdAt),
    createdAt,
    receivedAt: own ? Date.parse(own.receivedAt) : now,
    updatedAt: own ? Date.parse(own.updatedAt) : now,
    resolvedAt: own?.resolvedAt ? Date.parse(own.resolvedAt) : null,
  };
  const raw = alert.raw && alert.rawFormat ? { format: alert.rawFormat, bytes: alert.raw } : null;
  return { row, raw };
}

/** An account of another workspace cannot be assigned here. */
function dropUnknownAccount(tx: WriteTx, alert: AlertWithRaw): AlertWithRaw {
  const { assignedTo } = alert.row;
  if (assignedTo === null || tx.get('SELECT 1 FROM users WHERE id = ?', assignedTo)) return alert;
  return { ...alert, row: { ...alert.row, assignedTo: null } };
}

/** Imports a file of alerts: parses here, writes batch by batch, keeps the receipt up to date with each. */
export async function importAlertsJob(
  rawInput: unknown,
  context: JobContext,
): Promise<ImportCounts> {
  const input = importInputSchema.parse(rawInput);
  const { db, signal, source } = context;
  if (!source) throw new AppError('bad-input', 'There is no file to import');
  const receipt = new ReceiptWriter(db, input.importId, context.startedBy);
  const sink: AlertSink = {
    write: (batch) => receipt.writeBatch(batch, context),
  };
  try {
    const summary = await runImport(
      {
        source: counted(source, (n) => receipt.addBytes(n)),
        fileName: input.fileName,
        now: context.clock.now(),
        ...(input.format ? { format: input.format } : {}),
        ...(input.mapping ? { mapping: input.mapping } : {}),
        ...(input.timeZone ? { timeZone: input.timeZone } : {}),
      },
      {
        sink,
        signal,
        report: (progress) => {
          receipt.note(progress);
          context.report({ done: receipt.bytesRead, total: input.totalBytes, message: null });
        },
        rejected: (record) => receipt.reject(record),
      },
    );
    receipt.note(summary);
    signal.throwIfAborted();
    receipt.finish({ ...summary, state: 'DONE', error: null });
    return receipt.counts();
  } catch (error) {
    const isCancelled = signal.aborted;
    const message =
      error instanceof AppError ? error.message : 'The import failed inside Watchfloor';
    receipt.finish({
      state: isCancelled ? 'CANCELLED' : 'FAILED',
      error: isCancelled
        ? 'Cancelled. What was added is kept; import the file again to add the rest.'
        : message,
      format: input.format,
      notes: [],
      unknownFields: [],
    });
    throw error;
  }
}

/** Keeps the receipt's row in step with what is committed. */
class ReceiptWriter {
  readonly #db: Database;
  readonly #importId: string;
  readonly #actor: string | null;
  #counts: ImportCounts = { bytesRead: 0, read: 0, added: 0, merged: 0, skipped: 0, rejected: 0 };
  #pendingRejections: RejectedRecord[] = [];
  #storedRejections = 0;

  constructor(db: Database, importId: string, actor: string | null) {
    this.#db = db;
    this.#importId = importId;
    this.#actor = actor;
  }

  get bytesRead(): number {
    return this.#counts.bytesRead;
  }

  counts(): ImportCounts {
    return this.#counts;
  }

  addBytes(n: number): void {
    this.#counts = { ...this.#counts, bytesRead: this.#counts.bytesRead + n };
  }

  note(counts: Omit<ImportCounts, 'bytesRead'>): void {
    const { read, added, merged, skipped, rejected } = counts;
    this.#counts = { bytesRead: this.#counts.bytesRead, read, added, merged, skipped, rejected };
  }

  reject(record: RejectedRecord): void {
    if (this.#storedRejections >= MAX_STORED_REJECTIONS) return;
    this.#storedRejections++;
    this.#pendingRejections.push(record);
    if (this.#pendingRejections.length >= 500) this.#write((tx) => this.#flush(tx));
  }

  writeBatch(
    batch: readonly PreparedAlert[],
    context: JobContext,
  ): { added: number; merged: number } {
    const now = context.clock.now();
    const alerts = batch.map((alert) =>
      toAlertWithRaw(alert, context.newId(), this.#importId, now),
    );
    const added = this.#write((tx) => {
      const n = insertAlerts(
        tx,
        alerts.map((alert) => dropUnknownAccount(tx, alert)),
      );
      const { added: before, merged } = this.#counts;
      this.#counts = { ...this.#counts, added: before + n, merged: merged + batch.length - n };
      this.#flush(tx);
      return n;
    });
    context.relieveLog();
    return { added, merged: batch.length - added };
  }

  finish(end: Parameters<typeof finishImport>[2]): void {
    const isCut = this.#counts.rejected > this.#storedRejections;
    const notes = isCut
      ? [...end.notes, `Only the first ${MAX_STORED_REJECTIONS} rejected records are listed`]
      : [...end.notes];
    this.#write((tx) => {
      this.#flush(tx);
      finishImport(tx, this.#importId, { ...end, notes, unknownFields: [...end.unknownFields] });
    });
  }

  #flush(tx: WriteTx): void {
    saveRejections(tx, this.#importId, this.#pendingRejections);
    this.#pendingRejections = [];
    saveCounts(tx, this.#importId, this.#counts);
  }

  #write<T>(fn: (tx: WriteTx) => T): T {
    return this.#db.write(
      { actor: this.#actor, origin: 'job', action: 'alerts.import', reason: this.#importId },
      fn,
    );
  }
}

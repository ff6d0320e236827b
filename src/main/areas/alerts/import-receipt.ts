import type { RejectedRecord } from '../../../shared/areas/alerts/imports.contract.ts';
import type { Database } from '../../db/database.ts';
import { GaveWay, givingWay } from '../../db/give-way.ts';
import { packedColumn, withColumn } from '../../db/packed-rows.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertBatch } from './alert-batch.ts';
import { createAlertInserts } from './alert-inserts.store.ts';
import { isAccount } from './alerts.store.ts';
import {
  finishImport,
  type ImportCounts,
  type ImportEnd,
  MAX_STORED_REJECTIONS,
  saveCounts,
  saveRejections,
} from './imports.store.ts';

const REJECTIONS_AT_ONCE = 500;

/** What reading the file has come to; how many of its alerts were new, only the database says. */
export type ParsedCounts = Pick<ImportCounts, 'bytesRead' | 'skipped' | 'rejected'>;

/** Keeps the receipt's row in step with what is committed, batch by batch. */
export class ReceiptWriter {
  readonly #db: Database;
  readonly #importId: string;
  readonly #actor: string | null;
  #parsed: ParsedCounts = { bytesRead: 0, skipped: 0, rejected: 0 };
  #added = 0;
  #merged = 0;
  #pendingRejections: RejectedRecord[] = [];
  #storedRejections = 0;
  #isFinished = false;
  #unassigned = 0;

  constructor(db: Database, importId: string, actor: string | null) {
    this.#db = db;
    this.#importId = importId;
    this.#actor = actor;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  counts(): ImportCounts {
    const { bytesRead, skipped, rejected } = this.#parsed;
    const [added, merged] = [this.#added, this.#merged];
    return {
      bytesRead,
      added,
      merged,
      skipped,
      rejected,
      read: added + merged + skipped + rejected,
    };
  }

  note({ bytesRead, skipped, rejected }: ParsedCounts): void {
    this.#parsed = { bytesRead, skipped, rejected };
  }

  reject(records: readonly RejectedRecord[]): void {
    const kept = records.slice(0, MAX_STORED_REJECTIONS - this.#storedRejections);
    this.#storedRejections += kept.length;
    this.#pendingRejections.push(...kept);
    if (this.#pendingRejections.length >= REJECTIONS_AT_ONCE) this.#write((tx) => this.#flush(tx));
  }

  /** A batch and the counts with it, whoever waits. */
  write(batch: AlertBatch): void {
    this.#write((tx) => this.#insertAll(tx, [() => batch]));
  }

  /**
   * The same of batches in one transaction: pages that all of them touch are written once. False where somebody
   * waited, who goes first: nothing of them is written then.
   * @param batches Each is made when it is its turn, and garbage soon after.
   */
  writeUnlessWaiting(
    batches: readonly (() => AlertBatch)[],
    isSomebodyWaiting: () => boolean,
  ): boolean {
    const unassigned = this.#unassigned;
    try {
      this.#write((tx) => this.#insertAll(givingWay(tx, isSomebodyWaiting), batches));
      return true;
    } catch (error) {
      if (!(error instanceof GaveWay)) throw error;
      this.#unassigned = unassigned;
      return false;
    }
  }

  #insertAll(tx: WriteTx, batches: readonly (() => AlertBatch)[]): void {
    const inserts = createAlertInserts(tx);
    for (const make of batches) {
      const batch = make();
      const added = inserts.add(this.#withoutUnknownAccounts(tx, batch));
      this.#added += added;
      this.#merged += batch.rows.count - added;
    }
    inserts.end();
    this.#flush(tx);
  }

  finish(end: ImportEnd): void {
    const isCut = this.#parsed.rejected > this.#storedRejections;
    const notes = [...end.notes];
    if (isCut) notes.push(`Only the first ${MAX_STORED_REJECTIONS} rejected records are listed`);
    if (this.#unassigned > 0)
      notes.push(
        `Assignments to accounts that are not known here were left out: ${this.#unassigned}`,
      );
    this.#write((tx) => {
      this.#flush(tx);
      finishImport(tx, this.#importId, { ...end, notes });
    });
    this.#isFinished = true;
  }

  #flush(tx: WriteTx): void {
    saveRejections(tx, this.#importId, this.#pendingRejections);
    this.#pendingRejections = [];
    saveCounts(tx, this.#importId, this.counts());
  }

  /** What is rolled back is not counted either. */
  #write(fn: (tx: WriteTx) => void): void {
    const [added, merged, pending] = [this.#added, this.#merged, this.#pendingRejections];
    try {
      this.#db.write(
        { actor: this.#actor, origin: 'job', action: 'alerts.import', reason: this.#importId },
        fn,
      );
    } catch (error) {
      this.#added = added;
      this.#merged = merged;
      this.#pendingRejections = pending;
      throw error;
    }
  }

  /** An account of another workspace cannot be assigned here. */
  #withoutUnknownAccounts(tx: WriteTx, batch: AlertBatch): AlertBatch {
    const assigned = packedColumn(batch.rows, 'assignedTo');
    if (!assigned) return batch;
    const known = assigned.map((account) =>
      typeof account === 'string' && isAccount(tx, account) ? account : null,
    );
    this.#unassigned += assigned.filter((account, index) => account && !known[index]).length;
    return { ...batch, rows: withColumn(batch.rows, 'assignedTo', known) };
  }
}

import type { RejectedRecord } from '../../../shared/areas/alerts/imports.contract.ts';
import type { Database } from '../../db/database.ts';
import { GaveWay, givingWay } from '../../db/give-way.ts';
import { packedColumn, withColumn } from '../../db/packed-rows.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertBatch } from './alert-batch.ts';
import { type AlertInserts, createAlertInserts } from './alert-inserts.store.ts';
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

  /**
   * Batches and the counts with them, in one transaction: pages that all of them touch are written once.
   * Where `mustEnd` says so, between two of them, it ends, and what is left is written in another.
   * @param batches Each is made when it is its turn, and garbage soon after.
   */
  writeBatches(batches: readonly (() => AlertBatch)[], mustEnd: () => boolean): void {
    for (let next = 0; next < batches.length; ) {
      this.#write((tx) => {
        const inserts = createAlertInserts(tx);
        do {
          const make = batches[next++];
          if (make) this.#insert(tx, inserts, make());
        } while (next < batches.length && !mustEnd());
        inserts.end();
        this.#flush(tx);
      });
    }
  }

  /** The same of one batch; false where somebody waited, who goes first: nothing of it is written then. */
  writeUnlessWaiting(batch: AlertBatch, isSomebodyWaiting: () => boolean): boolean {
    const unassigned = this.#unassigned;
    try {
      this.#write((own) => {
        const tx = givingWay(own, isSomebodyWaiting);
        const inserts = createAlertInserts(tx);
        this.#insert(tx, inserts, batch);
        inserts.end();
        this.#flush(tx);
      });
      return true;
    } catch (error) {
      if (!(error instanceof GaveWay)) throw error;
      this.#unassigned = unassigned;
      return false;
    }
  }

  #insert(tx: WriteTx, inserts: AlertInserts, batch: AlertBatch): void {
    const added = inserts.add(this.#withoutUnknownAccounts(tx, batch));
    this.#added += added;
    this.#merged += batch.rows.count - added;
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

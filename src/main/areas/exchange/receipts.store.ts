/** Receipts of exchange, and those of other areas beside them; only ours are written here. */

import type { ReceiptState } from '../../../shared/areas/exchange/exchange.rules.ts';
import type { Counted } from '../../../shared/areas/exchange/tally.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface ReceiptDetails {
  readonly rejections: readonly Counted[];
  readonly unknownFields: readonly Counted[];
  readonly losses: readonly Counted[];
  readonly conflicts: readonly Counted[];
  readonly notes: readonly string[];
  readonly isSealed?: boolean;
}
export const NO_DETAILS: ReceiptDetails = {
  ...{ rejections: [], unknownFields: [], losses: [], conflicts: [], notes: [] },
};

export interface ReceiptCounts {
  readonly read: number;
  readonly kept: number;
  readonly merged: number;
  readonly rejected: number;
}

export interface ReceiptRow {
  readonly id: string;
  readonly job_id: string | null;
  readonly direction: 'in' | 'out';
  readonly format: string;
  readonly subject: string;
  readonly state: ReceiptState;
  readonly message: string | null;
  readonly n_read: number;
  readonly n_kept: number;
  readonly n_merged: number;
  readonly n_rejected: number;
  readonly details: string;
  readonly precision: string | null;
  readonly file_name: string | null;
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  readonly expires_at: number | null;
  readonly started_by: string | null;
  readonly started_at: number;
  readonly finished_at: number | null;
}

const TABLE = 'exchange_receipts';

export const findReceipt = (db: ReadDb, id: string): ReceiptRow | undefined =>
  db.get<ReceiptRow>('SELECT * FROM exchange_receipts WHERE id = ?', id);

export interface NewReceipt {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly format: string;
  readonly subject: string;
  readonly actor: string;
}

export function beginReceipt(tx: WriteTx, { id, direction, format, subject, actor }: NewReceipt) {
  tx.run(
    `INSERT INTO exchange_receipts (id, direction, format, subject, state, started_by, started_at)
     VALUES (?, ?, ?, ?, 'RUNNING', ?, ?)`,
    ...[id, direction, format, subject.slice(0, 500), actor, tx.now],
  );
  tx.note(TABLE, 1);
  tx.announce(TABLE, id);
}

export function nameReceiptJob(tx: WriteTx, id: string, jobId: string): void {
  tx.run('UPDATE exchange_receipts SET job_id = ? WHERE id = ?', jobId, id);
  tx.announce(TABLE, id);
}

export function runReceipt(tx: WriteTx, id: string): void {
  tx.run("UPDATE exchange_receipts SET state = 'RUNNING', message = NULL WHERE id = ?", id);
  tx.announce(TABLE, id);
}

export interface ReceiptEnd {
  readonly state: ReceiptState;
  readonly message?: string | null;
  readonly counts?: ReceiptCounts;
  readonly details?: ReceiptDetails;
  readonly precision?: string | null;
  readonly format?: string;
}

export function endReceipt(tx: WriteTx, id: string, end: ReceiptEnd): void {
  const { read, kept, merged, rejected } = end.counts ?? { ...NO_COUNTS };
  tx.run(
    `UPDATE exchange_receipts SET state = ?, message = ?, n_read = ?, n_kept = ?, n_merged = ?,
       n_rejected = ?, details = ?, precision = ?, format = coalesce(?, format), finished_at = ?
     WHERE id = ?`,
    ...[end.state, end.message ?? null, read, kept, merged, rejected],
    ...[JSON.stringify(end.details ?? NO_DETAILS), end.precision ?? null, end.format ?? null],
    ...[tx.now, id],
  );
  tx.announce(TABLE, id);
}
const NO_COUNTS: ReceiptCounts = { read: 0, kept: 0, merged: 0, rejected: 0 };

export interface ReceiptFile {
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  /** ms */
  readonly expiresAt: number;
}

export function fileReceipt(tx: WriteTx, id: string, file: ReceiptFile): void {
  tx.run(
    `UPDATE exchange_receipts SET file_name = ?, sha256 = ?, size_bytes = ?, expires_at = ?
     WHERE id = ?`,
    ...[file.name, file.sha256, file.size, file.expiresAt, id],
  );
}

/** Where the job could not say so itself; null: all of an earlier process. @param jobId Of that run alone. */
export function failReceipts(tx: WriteTx, id: string | null, jobId: string | null = null): void {
  tx.run(
    `UPDATE exchange_receipts SET state = 'FAILED', finished_at = ?,
       message = 'It ended before its last record. Nothing of it is half-kept; start it again.'
     WHERE state = 'RUNNING' AND (? IS NULL OR id = ?) AND (? IS NULL OR job_id = ?)`,
    ...[tx.now, id, id, jobId, jobId],
  );
  if (id !== null) tx.announce(TABLE, id);
}

/** Files whose day is over. @returns their SHA-256, where no other receipt needs them. */
export function expireFiles(tx: WriteTx): string[] {
  const gone = tx.all<{ sha256: string }>(
    `SELECT DISTINCT sha256 FROM exchange_receipts WHERE expires_at <= ? AND sha256 NOT IN
       (SELECT sha256 FROM exchange_receipts WHERE expires_at > ? AND sha256 IS NOT NULL)`,
    ...[tx.now, tx.now],
  );
  tx.run('UPDATE exchange_receipts SET expires_at = NULL WHERE expires_at <= ?', tx.now);
  return gone.map(({ sha256 }) => sha256);
}

export const isFileUsed = (db: ReadDb, sha256: string): boolean =>
  db.get(
    'SELECT 1 FROM exchange_receipts WHERE sha256 = ? AND expires_at IS NOT NULL LIMIT 1',
    sha256,
  ) !== undefined;

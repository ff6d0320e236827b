/** Receipts of imports of indicators. */
import type { Problem } from '../../../../shared/areas/forensics/indicators/import-row.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';

export interface ImportRow {
  readonly id: string;
  readonly job_id: string | null;
  readonly file_name: string;
  readonly format: 'list' | 'csv' | 'stix';
  readonly state: 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';
  readonly message: string | null;
  readonly total: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly problems: string;
  readonly started_at: number;
  readonly finished_at: number | null;
}

export const findIndicatorImport = (db: ReadDb, id: string): ImportRow | undefined =>
  db.get<ImportRow>('SELECT * FROM indicator_imports WHERE id = ?', id);

export const listIndicatorImports = (db: ReadDb, limit: number): ImportRow[] =>
  db.all<ImportRow>(
    'SELECT * FROM indicator_imports ORDER BY started_at DESC, id DESC LIMIT ?',
    limit,
  );

export interface NewImport {
  readonly id: string;
  readonly fileName: string;
  readonly format: ImportRow['format'];
  readonly total: number;
  readonly actor: string;
}

export function beginIndicatorImport(tx: WriteTx, given: NewImport): void {
  tx.run(
    `INSERT INTO indicator_imports (id, file_name, format, state, total, started_by, started_at)
     VALUES (?, ?, ?, 'RUNNING', ?, ?, ?)`,
    given.id,
    given.fileName,
    given.format,
    given.total,
    given.actor,
    tx.now,
  );
  tx.note('indicator_imports', 1);
  tx.announce('indicator_imports', given.id);
}

export function nameImportJob(tx: WriteTx, id: string, jobId: string): void {
  tx.run('UPDATE indicator_imports SET job_id = ? WHERE id = ?', jobId, id);
}

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

/** With each batch, so that a receipt never says more than was written. */
export function countImport(tx: WriteTx, id: string, counts: ImportCounts): void {
  tx.run(
    'UPDATE indicator_imports SET added = ?, updated = ?, unchanged = ?, skipped = ? WHERE id = ?',
    counts.added,
    counts.updated,
    counts.unchanged,
    counts.skipped,
    id,
  );
}

export function endIndicatorImport(
  tx: WriteTx,
  id: string,
  end: { state: ImportRow['state']; message: string | null; problems: readonly Problem[] },
): void {
  tx.run(
    `UPDATE indicator_imports SET state = ?, message = ?, problems = ?, finished_at = ?
     WHERE id = ? AND state = 'RUNNING'`,
    end.state,
    end.message,
    JSON.stringify(end.problems),
    tx.now,
    id,
  );
  tx.announce('indicator_imports', id);
}

/** Where the job could not say so itself; null: all of an earlier process. */
export function failImports(tx: WriteTx, id: string | null): void {
  tx.run(
    `UPDATE indicator_imports SET state = 'FAILED', message = 'The import ended before its last row.',
       finished_at = ? WHERE state = 'RUNNING' AND (? IS NULL OR id = ?)`,
    tx.now,
    id,
    id,
  );
  if (id !== null) tx.announce('indicator_imports', id);
}

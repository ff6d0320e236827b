import type { Import, RejectedRecord } from '../../../shared/areas/alerts/imports.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { importRejectionsTable, importsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

type ImportRow = RowOf<typeof importsTable>;

/** Rejected records kept in the receipt itself; the download has all that are stored. */
const REJECTED_SAMPLE = 1_000;
/** A file of garbage must not fill the disk a second time. */
export const MAX_STORED_REJECTIONS = 100_000;
const LISTED_IMPORTS = 200;
export const IMPORT_INTERRUPTED =
  'Watchfloor ended during this import. What was added is kept; import the file again to add the rest.';

/** What an import has counted so far; read = added + merged + skipped + rejected at the end. */
export interface ImportCounts {
  readonly bytesRead: number;
  readonly read: number;
  readonly added: number;
  readonly merged: number;
  readonly skipped: number;
  readonly rejected: number;
}

export type ImportEnd = Pick<ImportRow, 'state' | 'error' | 'format' | 'notes' | 'unknownFields'>;

export function saveCounts(tx: WriteTx, id: string, counts: ImportCounts): void {
  tx.run(
    'UPDATE imports SET bytes_read = ?, read = ?, added = ?, merged = ?, skipped = ?, rejected = ? WHERE id = ?',
    counts.bytesRead,
    counts.read,
    counts.added,
    counts.merged,
    counts.skipped,
    counts.rejected,
    id,
  );
}

export function saveRejections(tx: WriteTx, id: string, records: readonly RejectedRecord[]): void {
  for (const { line, reason, excerpt } of records) {
    tx.run(
      'INSERT INTO import_rejections (import_id, line, reason, excerpt) VALUES (?, ?, ?, ?)',
      id,
      line,
      reason,
      excerpt,
    );
  }
}

export function finishImport(tx: WriteTx, id: string, end: ImportEnd): void {
  tx.run(
    'UPDATE imports SET state = ?, error = ?, format = ?, notes = ?, unknown_fields = ?, finished_at = ? WHERE id = ?',
    end.state,
    end.error,
    end.format,
    JSON.stringify(end.notes),
    JSON.stringify(end.unknownFields),
    tx.now,
    id,
  );
  tx.announce('imports', id);
}

function toImport(row: ImportRow, rejectedSample: RejectedRecord[]): Import {
  return {
    ...row,
    rejectedSample,
    startedAt: toIso(row.startedAt),
    finishedAt: row.finishedAt === null ? null : toIso(row.finishedAt),
  };
}

function rejections(db: ReadDb, id: string, limit: number): RejectedRecord[] {
  return db
    .rows(
      importRejectionsTable,
      'SELECT * FROM import_rejections WHERE import_id = ? ORDER BY line LIMIT ?',
      id,
      limit,
    )
    .map(({ line, reason, excerpt }) => ({ line, reason, excerpt }));
}

export function createImportStore(db: Database) {
  return {
    create(row: Pick<ImportRow, 'id' | 'jobId' | 'fileName' | 'totalBytes' | 'startedBy'>): void {
      const origin = row.startedBy === null ? 'job' : 'user';
      const caller = {
        actor: row.startedBy,
        origin,
        action: 'imports.create',
        beginsJob: true,
      } as const;
      db.write(caller, (tx) => {
        tx.run(
          `INSERT INTO imports (id, job_id, file_name, state, total_bytes, started_by, started_at)
           VALUES (?, ?, ?, 'RUNNING', ?, ?, ?)`,
          row.id,
          row.jobId,
          row.fileName,
          row.totalBytes,
          row.startedBy,
          tx.now,
        );
        tx.announce('imports', row.id);
      });
    },
    find(id: string): Import | undefined {
      return db.read('imports.find', (reader) => {
        const row = reader.rows(importsTable, 'SELECT * FROM imports WHERE id = ?', id)[0];
        return row ? toImport(row, rejections(reader, id, REJECTED_SAMPLE)) : undefined;
      });
    },
    list(): Import[] {
      return db.read('imports.list', (reader) =>
        reader
          .rows(
            importsTable,
            'SELECT * FROM imports ORDER BY started_at DESC, id DESC LIMIT ?',
            LISTED_IMPORTS,
          )
          .map((row) => toImport(row, [])),
      );
    },
    rejected(id: string): RejectedRecord[] {
      return db.read('imports.rejected', (reader) => rejections(reader, id, MAX_STORED_REJECTIONS));
    },
    /** An import that could not end itself: its worker died or never began, or the core was closed. */
    end(id: string, state: 'FAILED' | 'CANCELLED' | 'INTERRUPTED', error: string): void {
      db.write({ actor: null, origin: 'system', action: 'imports.end' }, (tx) => {
        const changed = tx.run(
          "UPDATE imports SET state = ?, error = ?, finished_at = ? WHERE id = ? AND state = 'RUNNING'",
          state,
          error,
          tx.now,
          id,
        );
        if (changed > 0) tx.announce('imports', id);
      });
    },
    /** Imports that a crash cut off: whole batches are in, and the file can be imported again. */
    markInterrupted(): void {
      db.write({ actor: null, origin: 'system', action: 'imports.recover' }, (tx) =>
        tx.run(
          "UPDATE imports SET state = 'INTERRUPTED', error = ?, finished_at = ? WHERE state = 'RUNNING'",
          IMPORT_INTERRUPTED,
          tx.now,
        ),
      );
    },
  };
}
export type ImportStore = ReturnType<typeof createImportStore>;

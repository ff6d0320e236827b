import type {
  ImportOutcome,
  ImportRow,
  RiskImport,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { riskImportRowsTable, riskImportsTable } from '../../db/tables/risk-quantities.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { type ImportFrame, titleKey } from './risk-import.plan.ts';

export function readImportFrame(db: ReadDb): ImportFrame {
  const accounts = db.all<{ id: string; name: string; email: string; isActive: number }>(
    `SELECT id, coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) AS name,
       email, deleted_at IS NULL AND deactivated_at IS NULL AS isActive FROM users`,
  );
  const idsByTitle = new Map<string, string[]>();
  const titles = db.iterate<{ id: string; title: string }>(
    'SELECT id, title FROM risks WHERE deleted_at IS NULL',
  );
  for (const { id, title } of titles) {
    const key = titleKey(title);
    const known = idsByTitle.get(key);
    if (known) known.push(id);
    else idsByTitle.set(key, [id]);
  }
  return {
    accounts: new Map(
      accounts.map((account) => [account.id, { ...account, isActive: account.isActive === 1 }]),
    ),
    idsByTitle,
    taken: new Map(),
  };
}

export type Counts = Record<ImportOutcome, number>;

export interface BegunImport {
  readonly id: string;
  readonly fileName: string;
  readonly format: 'csv' | 'xlsx';
  readonly total: number;
  readonly notes: readonly string[];
  readonly startedBy: string;
}

export function beginImport(tx: WriteTx, { notes, ...begun }: BegunImport): void {
  tx.run(
    `INSERT INTO risk_imports (id, file_name, format, state, total, notes, started_by, started_at)
     VALUES (?, ?, ?, 'RUNNING', ?, ?, ?, ?)`,
    ...[begun.id, begun.fileName, begun.format, begun.total, JSON.stringify(notes)],
    ...[begun.startedBy, tx.now],
  );
  tx.announce('risk_imports', begun.id);
}

export function nameJob(tx: WriteTx, id: string, jobId: string): void {
  tx.run('UPDATE risk_imports SET job_id = ? WHERE id = ?', jobId, id);
}

/** In the transaction that does what the rows say. */
export function noteRows(tx: WriteTx, id: string, rows: readonly ImportRow[]): void {
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0 };
  for (const row of rows) {
    counts[row.outcome]++;
    const changes = row.changes.length === 0 ? null : JSON.stringify(row.changes);
    tx.run(
      `INSERT INTO risk_import_rows (import_id, line, outcome, title, risk_id, reason, changes)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[id, row.line, row.outcome, row.title, row.riskId, row.reason, changes],
    );
  }
  tx.run(
    `UPDATE risk_imports SET created = created + ?, updated = updated + ?,
       unchanged = unchanged + ?, skipped = skipped + ? WHERE id = ?`,
    ...[counts.created, counts.updated, counts.unchanged, counts.skipped, id],
  );
  tx.announce('risk_imports', id);
}

export function endImport(
  tx: WriteTx,
  id: string,
  { state, message }: { state: 'DONE' | 'CANCELLED' | 'FAILED'; message: string | null },
): void {
  tx.run(
    `UPDATE risk_imports SET state = ?, message = ?, finished_at = ?
     WHERE id = ? AND state = 'RUNNING'`,
    ...[state, message, tx.now, id],
  );
  tx.announce('risk_imports', id);
}

/** Of an earlier process: what it had written is kept. */
export function endCutOffImports(tx: WriteTx): void {
  tx.run(
    `UPDATE risk_imports SET state = 'FAILED', finished_at = ?,
       message = 'Watchfloor was closed. Rows that are listed were taken over; import the file again for the others.'
     WHERE state = 'RUNNING'`,
    tx.now,
  );
}

function toImport(db: ReadDb, row: RowOf<typeof riskImportsTable>): RiskImport {
  const name = db.get<{ name: string }>(
    `SELECT coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) AS name
     FROM users WHERE id = ?`,
    row.startedBy,
  )?.name;
  const { startedAt, finishedAt, ...rest } = row;
  return {
    ...rest,
    startedBy: name ?? null,
    startedAt: toIso(startedAt),
    finishedAt: finishedAt === null ? null : toIso(finishedAt),
  };
}

export function findImport(db: ReadDb, id: string): RiskImport | undefined {
  const [row] = db.rows(riskImportsTable, 'SELECT * FROM risk_imports WHERE id = ?', id);
  return row && toImport(db, row);
}

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function listImports(db: ReadDb, { limit, cursor }: Paging) {
  const [at, id] = cursor ? fromCursor(cursor, ['number', 'string']) : [null, null];
  const found = db.rows(
    riskImportsTable,
    `SELECT * FROM risk_imports WHERE ? IS NULL OR (started_at, id) < (?, ?)
     ORDER BY started_at DESC, id DESC LIMIT ?`,
    ...[at, at, id, limit + 1],
  );
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => toImport(db, row)),
    total: db.get<{ n: number }>('SELECT count(*) AS n FROM risk_imports')?.n ?? 0,
    nextCursor: found.length > limit && last ? toCursor([last.startedAt, last.id]) : null,
  };
}

export function listImportRows(
  db: ReadDb,
  importId: string,
  { limit, cursor, outcome }: Paging & { readonly outcome?: ImportOutcome | undefined },
) {
  const [line] = cursor ? fromCursor(cursor, ['number']) : [0];
  const wanted = outcome ?? null;
  const found = db.rows(
    riskImportRowsTable,
    `SELECT * FROM risk_import_rows WHERE import_id = ? AND line > ?
       AND (? IS NULL OR outcome = ?) ORDER BY line LIMIT ?`,
    ...[importId, line, wanted, wanted, limit + 1],
  );
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM risk_import_rows WHERE import_id = ? AND (? IS NULL OR outcome = ?)`,
    ...[importId, wanted, wanted],
  );
  return {
    rows: rows.map(({ importId: _, changes, ...row }) => ({ ...row, changes: changes ?? [] })),
    total: total?.n ?? 0,
    nextCursor: found.length > limit && last ? toCursor([last.line]) : null,
  };
}

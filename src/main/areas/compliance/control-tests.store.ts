/** Tests of controls and their runs, as the page shows them. */
import type {
  ControlTest,
  TestRun,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import { DUE_WINDOW_MS } from '../../../shared/areas/compliance/controls.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { controlTestRunsTable, controlTestsTable } from '../../db/tables/control-tests.table.ts';

export type TestRow = RowOf<typeof controlTestsTable>;
export type RunRow = RowOf<typeof controlTestRunsTable>;

const RUNS_SHOWN = 20;
const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

export function mustFindTest(db: ReadDb, id: string): TestRow {
  const row = db.rows(
    controlTestsTable,
    'SELECT * FROM control_tests WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) throw new AppError('not-found', 'There is no such test');
  return row;
}

export function mustFindRun(db: ReadDb, id: string): RunRow {
  const row = db.rows(
    controlTestRunsTable,
    'SELECT * FROM control_test_runs WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) throw new AppError('not-found', 'There is no such run');
  return row;
}

export function hasCountedRuns(db: ReadDb, testId: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM control_test_runs WHERE test_id = ? AND approved_at IS NOT NULL
       AND deleted_at IS NULL`,
      testId,
    ) !== undefined
  );
}

export function isEvidence(db: ReadDb, id: string): boolean {
  return db.get('SELECT 1 FROM evidence WHERE id = ? AND deleted_at IS NULL', id) !== undefined;
}

/** Runs that wait for an approval stand before newer ones that have it. */
function readRuns(db: ReadDb, testId: string): RunRow[] {
  return db.rows(
    controlTestRunsTable,
    `SELECT * FROM control_test_runs WHERE test_id = ? AND deleted_at IS NULL
     ORDER BY ran_at DESC, id DESC LIMIT ?`,
    testId,
    RUNS_SHOWN,
  );
}

function toRun(row: RunRow, titleOf: (evidenceId: string) => string | null): TestRun {
  return {
    id: row.id,
    testId: row.testId,
    ranAt: toIso(row.ranAt),
    tester: row.tester,
    result: row.result,
    notes: row.notes,
    evidenceId: row.evidenceId,
    evidenceTitle: row.evidenceId === null ? null : titleOf(row.evidenceId),
    approvedBy: row.approvedBy,
    approvedAt: isoOrNull(row.approvedAt),
    isSelfApproved: row.isSelfApproved,
    proposedStatus: row.proposedStatus,
    decision: row.decision,
    decidedBy: row.decidedBy,
    decidedAt: isoOrNull(row.decidedAt),
    decisionNote: row.decisionNote,
  };
}

export function toTests(db: ReadDb, rows: readonly TestRow[], now: number): ControlTest[] {
  const titleOf = (id: string) =>
    db.get<{ title: string }>('SELECT title FROM evidence WHERE id = ?', id)?.title ?? null;
  return rows.map((row) => {
    const control = db.get<{ ref: string; title: string }>(
      'SELECT control_id AS ref, title FROM controls WHERE id = ?',
      row.controlId,
    );
    return {
      id: row.id,
      controlId: row.controlId,
      controlRef: control?.ref ?? '',
      controlTitle: control?.title ?? '',
      title: row.title,
      steps: row.steps,
      cadenceDays: row.cadenceDays,
      tester: row.tester,
      isActive: row.isActive,
      nextDue: isoOrNull(row.nextDue),
      isOverdue: row.isActive && row.nextDue !== null && row.nextDue <= now,
      runs: readRuns(db, row.id).map((run) => toRun(run, titleOf)),
    };
  });
}

export function testsOfControl(db: ReadDb, controlId: string): TestRow[] {
  return db.rows(
    controlTestsTable,
    `SELECT * FROM control_tests WHERE control_id = ? AND deleted_at IS NULL
     ORDER BY is_active DESC, created_at DESC, id DESC`,
    controlId,
  );
}

export interface TestQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly due?: 'overdue' | 'soon' | undefined;
  readonly approval?: 'waiting' | undefined;
}

interface TestPage {
  readonly rows: TestRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Ids are in the order of creation (UUIDv7), so the last one is the cursor. */
export function listTests(db: ReadDb, query: TestQuery, now: number): TestPage {
  const parts = ['deleted_at IS NULL'];
  const values: Bound[] = [];
  if (query.due === 'overdue') parts.push('is_active = 1 AND next_due <= ?');
  if (query.due === 'overdue') values.push(now);
  if (query.due === 'soon') parts.push('is_active = 1 AND next_due > ? AND next_due <= ?');
  if (query.due === 'soon') values.push(now, now + DUE_WINDOW_MS);
  if (query.approval === 'waiting')
    parts.push(
      `id IN (SELECT test_id FROM control_test_runs WHERE approved_at IS NULL AND deleted_at IS NULL)`,
    );
  const where = parts.join(' AND ');
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM control_tests WHERE ${where}`,
    ...values,
  );
  const rows = db.rows(
    controlTestsTable,
    `SELECT * FROM control_tests WHERE ${where} ${query.cursor === undefined ? '' : 'AND id < ?'}
     ORDER BY id DESC LIMIT ?`,
    ...values,
    ...(query.cursor === undefined ? [] : [query.cursor]),
    query.limit + 1,
  );
  const isMore = rows.length > query.limit;
  const shown = rows.slice(0, query.limit);
  return {
    rows: shown,
    total: total?.n ?? 0,
    nextCursor: isMore ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Attempts at exercises: per account, gone with the workspace. Not synced. */
import type { AttemptState, StepResult } from '../../../shared/areas/training/training.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { trainingAttemptsTable } from '../../db/tables/training.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type AttemptRow = RowOf<typeof trainingAttemptsTable>;

/** Those of an account, the latest first. */
export function attemptsOf(db: ReadDb, account: string, exercise: string): AttemptRow[] {
  return db.rows(
    trainingAttemptsTable,
    'SELECT * FROM training_attempts WHERE account = ? AND exercise = ? ORDER BY number DESC',
    account,
    exercise,
  );
}

export interface RunningAttempt {
  readonly id: string;
  readonly account: string;
  readonly name: string;
}

export function runningAttempts(db: ReadDb, exercise: string): RunningAttempt[] {
  return db.all(
    `SELECT t.id, t.account,
       coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email, 'Somebody') AS name
     FROM training_attempts t LEFT JOIN users u ON u.id = t.account
     WHERE t.exercise = ? AND t.state = 'RUNNING'`,
    exercise,
  );
}

export function endAttempt(tx: WriteTx, id: string, state: AttemptState): void {
  tx.run(
    "UPDATE training_attempts SET state = ?, ended_at = ? WHERE id = ? AND state = 'RUNNING'",
    state,
    tx.now,
    id,
  );
}

export function insertAttempt(
  tx: WriteTx,
  row: { id: string; account: string; exercise: string; number: number },
): void {
  const last = tx.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM audit_log');
  tx.run(
    `INSERT INTO training_attempts (id, account, exercise, number, state, started_at, start_seq)
     VALUES (?, ?, ?, ?, 'RUNNING', ?, ?)`,
    row.id,
    row.account,
    row.exercise,
    row.number,
    tx.now,
    last?.seq ?? 0,
  );
}

export function saveHints(tx: WriteTx, id: string, hints: Readonly<Record<string, number>>): void {
  tx.run('UPDATE training_attempts SET hints = ? WHERE id = ?', JSON.stringify(hints), id);
}

export function saveCheck(
  tx: WriteTx,
  id: string,
  check: { answers: Readonly<Record<string, string>>; result: readonly StepResult[] },
): void {
  tx.run(
    `UPDATE training_attempts SET answers = ?, result = ?, checked_at = ?, checks = checks + 1
     WHERE id = ?`,
    JSON.stringify(check.answers),
    JSON.stringify(check.result),
    tx.now,
    id,
  );
}

/** `undefined` where there is no workspace yet. */
export function workspaceKind(db: ReadDb): string | undefined {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'workspace_kind'")?.value;
}

/** The run of an investigation on this workstation, and the journal of its steps. Local tables. */
import { progressOf } from '../../../shared/areas/forensics/investigations.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface RunRow {
  readonly investigation_id: string;
  readonly run: number;
  readonly state: 'RUNNING' | 'CANCELLED' | 'FAILED' | 'DONE';
  readonly job_id: string | null;
  readonly error: string | null;
  readonly started_by: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
}

export interface StepRow {
  readonly n: number;
  readonly step: string;
  /** JSON; null once the run has come to its end. */
  readonly output: string | null;
  readonly note: string;
  readonly finished_at: number;
  readonly ms: number;
}

export const findRun = (db: ReadDb, id: string): RunRow | undefined =>
  db.get<RunRow>('SELECT * FROM investigation_runs WHERE investigation_id = ?', id);

export function findRuns(db: ReadDb, ids: readonly string[]): Map<string, RunRow> {
  const rows = db.all<RunRow>(
    'SELECT * FROM investigation_runs WHERE investigation_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.investigation_id, row]));
}

/** Cut off by the end of the process: what is to be resumed. */
export const cutOffRuns = (db: ReadDb): RunRow[] =>
  db.all<RunRow>(
    `SELECT r.* FROM investigation_runs r JOIN forensic_investigations v ON v.id = r.investigation_id
     WHERE r.state = 'RUNNING' AND v.deleted_at IS NULL AND v.closed_at IS NULL
     ORDER BY r.started_at, r.investigation_id`,
  );

export const readSteps = (db: ReadDb, id: string, run: number): StepRow[] =>
  db.all<StepRow>(
    `SELECT n, step, output, note, finished_at, ms FROM investigation_steps
     WHERE investigation_id = ? AND run = ? ORDER BY n`,
    id,
    run,
  );

/** How far a run has come, in percent. */
export const readProgress = (db: ReadDb, id: string, run: number): number =>
  progressOf(
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM investigation_steps WHERE investigation_id = ? AND run = ?',
      id,
      run,
    )?.n ?? 0,
  );

/** `run`: the number of the run that goes on or begins. */
export function saveRun(
  tx: WriteTx,
  run: Pick<RunRow, 'investigation_id' | 'run' | 'job_id' | 'started_by'>,
): void {
  tx.run(
    `INSERT INTO investigation_runs (investigation_id, run, state, job_id, started_by, started_at)
     VALUES (?, ?, 'RUNNING', ?, ?, ?)
     ON CONFLICT (investigation_id) DO UPDATE SET run = excluded.run, state = 'RUNNING',
       job_id = excluded.job_id, started_by = excluded.started_by, started_at = excluded.started_at,
       error = NULL, ended_at = NULL`,
    run.investigation_id,
    run.run,
    run.job_id,
    run.started_by,
    tx.now,
  );
  tx.announce('investigation_runs', run.investigation_id);
}

export function endRun(
  tx: WriteTx,
  id: string,
  state: 'CANCELLED' | 'FAILED' | 'DONE',
  error: string | null = null,
): void {
  tx.run(
    'UPDATE investigation_runs SET state = ?, error = ?, ended_at = ? WHERE investigation_id = ?',
    state,
    error,
    tx.now,
    id,
  );
  tx.announce('investigation_runs', id);
}

export function saveStep(
  tx: WriteTx,
  id: string,
  run: number,
  step: Pick<StepRow, 'n' | 'step' | 'output' | 'note' | 'ms'>,
): void {
  tx.run(
    `INSERT INTO investigation_steps (investigation_id, run, n, step, output, note, finished_at, ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (investigation_id, run, n) DO UPDATE SET output = excluded.output,
       note = excluded.note, finished_at = excluded.finished_at, ms = excluded.ms`,
    id,
    run,
    step.n,
    step.step,
    step.output,
    step.note,
    tx.now,
    step.ms,
  );
  tx.announce('investigation_runs', id);
  tx.announce('forensic_investigations', id);
}

/** Earlier runs are forgotten; of this one only what is shown stays. */
export function tidySteps(tx: WriteTx, id: string, run: number): void {
  tx.run('DELETE FROM investigation_steps WHERE investigation_id = ? AND run <> ?', id, run);
  tx.run('UPDATE investigation_steps SET output = NULL WHERE investigation_id = ?', id);
}

export function forgetRun(tx: WriteTx, id: string): void {
  tx.run('DELETE FROM investigation_steps WHERE investigation_id = ?', id);
  tx.run('DELETE FROM investigation_runs WHERE investigation_id = ?', id);
}

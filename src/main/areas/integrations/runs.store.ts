import type { Run, RunState } from '../../../shared/areas/integrations/runs.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

interface RunRow {
  readonly id: string;
  readonly integration_id: string;
  readonly job_id: string | null;
  readonly state: RunState;
  readonly cause: Run['cause'];
  readonly started_at: number;
  readonly finished_at: number | null;
  readonly pages: number;
  readonly bytes: number;
  readonly read: number;
  readonly kept: number;
  readonly merged: number;
  readonly skipped: number;
  readonly rejected: number;
  readonly has_more: number;
  readonly failure_kind: string | null;
  readonly failure: string | null;
  readonly notes: string;
  readonly unknown_fields: string;
  readonly rejections: string;
}

const toRun = (row: RunRow): Run => ({
  id: row.id,
  integrationId: row.integration_id,
  state: row.state,
  cause: row.cause,
  startedAt: toIso(row.started_at),
  finishedAt: row.finished_at === null ? null : toIso(row.finished_at),
  pages: row.pages,
  bytes: row.bytes,
  read: row.read,
  kept: row.kept,
  merged: row.merged,
  skipped: row.skipped,
  rejected: row.rejected,
  hasMore: row.has_more === 1,
  failure: row.failure === null ? null : { kind: row.failure_kind ?? '', message: row.failure },
  notes: JSON.parse(row.notes) as string[],
  unknownFields: JSON.parse(row.unknown_fields) as Run['unknownFields'],
  rejections: JSON.parse(row.rejections) as Run['rejections'],
});

export function listRuns(db: ReadDb, integrationId: string, limit: number): Run[] {
  return db
    .all<RunRow>(
      `SELECT * FROM integration_runs WHERE integration_id = ?
       ORDER BY started_at DESC, id DESC LIMIT ?`,
      integrationId,
      limit,
    )
    .map(toRun);
}

export function findRun(db: ReadDb, id: string): Run | undefined {
  const row = db.get<RunRow>('SELECT * FROM integration_runs WHERE id = ?', id);
  return row && toRun(row);
}

/** Integrations with a run under way, and its job. */
export const runningJobs = (db: ReadDb): Map<string, string | null> =>
  new Map(
    db
      .all<{ integration_id: string; job_id: string | null }>(
        "SELECT integration_id, job_id FROM integration_runs WHERE state = 'RUNNING'",
      )
      .map((row) => [row.integration_id, row.job_id]),
  );

export interface NewRun {
  readonly id: string;
  readonly integrationId: string;
  readonly jobId: string;
  readonly cause: Run['cause'];
  readonly startedBy: string | null;
  readonly at: number;
}

export function addRun(tx: WriteTx, run: NewRun): void {
  tx.run(
    `INSERT INTO integration_runs (id, integration_id, job_id, state, cause, started_by, started_at)
     VALUES (?, ?, ?, 'RUNNING', ?, ?, ?)`,
    run.id,
    run.integrationId,
    run.jobId,
    run.cause,
    run.startedBy,
    run.at,
  );
  tx.announce('integrations', run.integrationId);
}

export interface RunCounts {
  pages: number;
  bytes: number;
  read: number;
  kept: number;
  merged: number;
  skipped: number;
  rejected: number;
}

/** With each page, so that a receipt never says more than was written. */
export function countRun(tx: WriteTx, id: string, counts: RunCounts): void {
  tx.run(
    `UPDATE integration_runs SET pages = ?, bytes = ?, read = ?, kept = ?, merged = ?, skipped = ?, rejected = ?
     WHERE id = ?`,
    counts.pages,
    counts.bytes,
    counts.read,
    counts.kept,
    counts.merged,
    counts.skipped,
    counts.rejected,
    id,
  );
}

export interface RunEnd {
  readonly state: Exclude<RunState, 'RUNNING'>;
  readonly at: number;
  readonly hasMore: boolean;
  readonly failure: Run['failure'];
  readonly notes: readonly string[];
  readonly unknownFields: Run['unknownFields'];
  readonly rejections: Run['rejections'];
}

export function endRun(tx: WriteTx, id: string, integrationId: string, end: RunEnd): void {
  tx.run(
    `UPDATE integration_runs SET state = ?, finished_at = ?, has_more = ?, failure_kind = ?, failure = ?,
       notes = ?, unknown_fields = ?, rejections = ? WHERE id = ? AND state = 'RUNNING'`,
    end.state,
    end.at,
    end.hasMore ? 1 : 0,
    end.failure?.kind ?? null,
    end.failure?.message ?? null,
    JSON.stringify(end.notes),
    JSON.stringify(end.unknownFields),
    JSON.stringify(end.rejections),
    id,
  );
  tx.announce('integrations', integrationId);
}

/** Runs that could not say so themselves (null: all of an earlier process) are cut off, and due at once. */
export function interruptRuns(tx: WriteTx, id: string | null, at: number): void {
  tx.run(
    `UPDATE integration_states SET next_at = ? WHERE next_at IS NOT NULL AND integration_id IN (
       SELECT integration_id FROM integration_runs WHERE state = 'RUNNING' AND (? IS NULL OR id = ?))`,
    at,
    id,
    id,
  );
  tx.run(
    `UPDATE integration_runs SET state = 'INTERRUPTED', finished_at = ?
     WHERE state = 'RUNNING' AND (? IS NULL OR id = ?)`,
    at,
    id,
    id,
  );
  tx.announce('integrations');
}

/** What is kept longer than Configuration says. @returns how many runs went. */
export function pruneHistory(tx: WriteTx, before: number): number {
  tx.run('DELETE FROM integration_pushes WHERE sent_at < ?', before);
  return tx.run("DELETE FROM integration_runs WHERE started_at < ? AND state <> 'RUNNING'", before);
}

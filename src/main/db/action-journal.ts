/**
 * The journal of actions that take more than one transaction: which run is under way, how far it is,
 * what it left. Each batch moves `position` in the transaction of its rows, so that after a crash the
 * run goes on exactly where it stopped.
 */
import type { ReadDb } from './database.ts';
import type { WriteTx } from './write-door.ts';

export type RunDirection = 'DO' | 'UNDO' | 'REDO';
export type LeftReason = 'changed' | 'gone' | 'same' | 'refused';

export interface ActionRow {
  readonly id: string;
  readonly kind: string;
  readonly actor: string | null;
  readonly at: number;
  readonly summary: string;
  readonly note: string | null;
  readonly row_count: number;
  readonly state: 'RUNNING' | 'DONE' | 'UNDOING' | 'UNDONE' | 'REDOING' | 'CANCELLED';
  readonly changed_at: number | null;
  readonly changed_by: string | null;
  readonly plan: string | null;
  readonly is_final: 0 | 1;
}

export interface RunRow {
  readonly action_id: string;
  readonly n: number;
  readonly direction: RunDirection;
  readonly actor: string | null;
  readonly started_at: number;
  readonly finished_at: number | null;
  readonly resumed_at: number | null;
  readonly state: 'RUNNING' | 'DONE' | 'CANCELLED';
  readonly position: number;
  readonly total: number;
  readonly done: number;
  readonly kept: number;
  readonly cancels: number | null;
  readonly is_range: number;
  readonly job_id: string | null;
}

/** A row that a run left as it was. */
export interface LeftRow {
  readonly recordId: string;
  readonly reason: LeftReason;
  readonly changedBy: string | null;
}

export function findAction(db: ReadDb, id: string): ActionRow | undefined {
  return db.get<ActionRow>('SELECT * FROM desk_actions WHERE id = ?', id);
}

export function lastRun(db: ReadDb, actionId: string): RunRow | undefined {
  return db.get<RunRow>(
    'SELECT * FROM desk_action_runs WHERE action_id = ? ORDER BY n DESC LIMIT 1',
    actionId,
  );
}

export interface NewRun {
  readonly actionId: string;
  readonly direction: RunDirection;
  readonly actor: string | null;
  readonly total: number;
  /** Before the first change (or part) that is to be done. */
  readonly position: number;
  readonly cancels?: number | null;
  readonly jobId?: string | null;
}

const STATE_WHILE = { DO: 'RUNNING', UNDO: 'UNDOING', REDO: 'REDOING' } as const;

/** Begins a run, and has its action say so. Returns its number. */
export function beginRun(tx: WriteTx, run: NewRun): number {
  const n = (lastRun(tx, run.actionId)?.n ?? -1) + 1;
  tx.run(
    `INSERT INTO desk_action_runs (action_id, n, direction, actor, started_at, position, total, cancels, job_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    run.actionId,
    n,
    run.direction,
    run.actor,
    tx.now,
    run.position,
    run.total,
    run.cancels ?? null,
    run.jobId ?? null,
  );
  tx.run(
    'UPDATE desk_actions SET state = ? WHERE id = ?',
    STATE_WHILE[run.direction],
    run.actionId,
  );
  tx.announce('desk_actions', run.actionId);
  return n;
}

export interface RunStep {
  readonly position: number;
  readonly done: number;
  readonly left: readonly LeftRow[];
  /** Its audit entries name the action, not each row. */
  readonly isRange: boolean;
}

/** Says in the transaction of a batch how far the run is now. */
export function advanceRun(tx: WriteTx, { action_id, n }: RunRow, step: RunStep): void {
  for (const { recordId, reason, changedBy } of step.left) {
    tx.run(
      'INSERT OR REPLACE INTO desk_action_kept (action_id, run, record_id, reason, changed_by) VALUES (?, ?, ?, ?, ?)',
      action_id,
      n,
      recordId,
      reason,
      changedBy,
    );
  }
  tx.run(
    `UPDATE desk_action_runs SET position = ?, done = done + ?, kept = kept + ?, is_range = max(is_range, ?)
     WHERE action_id = ? AND n = ?`,
    step.position,
    step.done,
    step.left.length,
    step.isRange ? 1 : 0,
    action_id,
    n,
  );
}

/** What the action is once a run has come to its end. */
function stateAfter(db: ReadDb, run: RunRow): ActionRow['state'] {
  if (run.direction !== 'UNDO') return 'DONE';
  if (run.cancels === null) return 'UNDONE';
  const cancelled = db.get<{ direction: RunDirection }>(
    'SELECT direction FROM desk_action_runs WHERE action_id = ? AND n = ?',
    run.action_id,
    run.cancels,
  );
  return cancelled?.direction === 'DO' ? 'CANCELLED' : 'UNDONE';
}

export function finishRun(tx: WriteTx, actionId: string): void {
  const run = lastRun(tx, actionId);
  if (run?.state !== 'RUNNING') return;
  tx.run(
    "UPDATE desk_action_runs SET state = 'DONE', finished_at = ? WHERE action_id = ? AND n = ?",
    tx.now,
    actionId,
    run.n,
  );
  const state = stateAfter(tx, run);
  if (run.direction === 'DO') {
    tx.run(
      'UPDATE desk_actions SET state = ?, row_count = ? WHERE id = ?',
      state,
      run.done,
      actionId,
    );
  } else {
    tx.run(
      'UPDATE desk_actions SET state = ?, changed_at = ?, changed_by = ? WHERE id = ?',
      state,
      tx.now,
      run.actor,
      actionId,
    );
  }
  tx.announce('desk_actions', actionId);
}

const OPPOSITE = { DO: 'UNDO', UNDO: 'REDO', REDO: 'UNDO' } as const;

/** Cuts the run under way short and begins the one that puts back what it did. */
export function turnRunBack(tx: WriteTx, actionId: string, actor: string | null): void {
  const run = lastRun(tx, actionId);
  if (run?.state !== 'RUNNING' || run.cancels !== null) return;
  tx.run(
    "UPDATE desk_action_runs SET state = 'CANCELLED', finished_at = ? WHERE action_id = ? AND n = ?",
    tx.now,
    actionId,
    run.n,
  );
  tx.run('DELETE FROM desk_action_parts WHERE action_id = ?', actionId);
  if (run.direction === 'DO')
    tx.run('UPDATE desk_actions SET row_count = ? WHERE id = ?', run.done, actionId);
  const direction = OPPOSITE[run.direction];
  beginRun(tx, {
    ...{ actionId, direction, actor, total: run.done, cancels: run.n, jobId: run.job_id },
    position: startOf(tx, actionId, direction),
  });
}

/** Where a run begins: after the last change for an undo, before the first for doing again. */
export function startOf(db: ReadDb, actionId: string, direction: RunDirection): number {
  if (direction !== 'UNDO') return -1;
  const last = db.get<{ n: number | null }>(
    'SELECT max(n) AS n FROM desk_action_changes WHERE action_id = ?',
    actionId,
  );
  return (last?.n ?? -1) + 1;
}

export function nextChangeNumber(db: ReadDb, actionId: string): number {
  return startOf(db, actionId, 'UNDO');
}

/** Runs that a crash (or a restored backup) cut off; `isAlive` knows the jobs that still run. */
export function cutOffActions(db: ReadDb): ActionRow[] {
  return db.all<ActionRow>(
    "SELECT * FROM desk_actions WHERE state IN ('RUNNING', 'UNDOING', 'REDOING') ORDER BY at, id",
  );
}

export function markResumed(tx: WriteTx, { action_id, n }: RunRow): void {
  tx.run(
    'UPDATE desk_action_runs SET resumed_at = ? WHERE action_id = ? AND n = ?',
    tx.now,
    action_id,
    n,
  );
}

export interface PartRow {
  readonly n: number;
  readonly seqs: number[];
}

export function addPart(tx: WriteTx, actionId: string, n: number, seqs: readonly number[]): void {
  tx.run(
    'INSERT INTO desk_action_parts (action_id, n, seqs) VALUES (?, ?, ?)',
    actionId,
    n,
    JSON.stringify(seqs),
  );
}

export function nextPart(db: ReadDb, actionId: string): PartRow | undefined {
  const part = db.get<{ n: number; seqs: string }>(
    'SELECT n, seqs FROM desk_action_parts WHERE action_id = ? ORDER BY n LIMIT 1',
    actionId,
  );
  return part && { n: part.n, seqs: JSON.parse(part.seqs) as number[] };
}

export function dropPart(tx: WriteTx, actionId: string, n: number): void {
  tx.run('DELETE FROM desk_action_parts WHERE action_id = ? AND n = ?', actionId, n);
}

export function hasOrphanParts(db: ReadDb): boolean {
  return (
    db.get(
      'SELECT 1 FROM desk_action_parts WHERE action_id NOT IN (SELECT id FROM desk_actions) LIMIT 1',
    ) !== undefined
  );
}

/** Parts of actions that were never begun: planning was cut off. */
export function dropOrphanParts(tx: WriteTx): void {
  tx.run('DELETE FROM desk_action_parts WHERE action_id NOT IN (SELECT id FROM desk_actions)');
}

/** Who changed a row last, by the audit log and by the runs that name the action instead of rows. */
export function lastChanger(db: ReadDb, recordId: string): string | null {
  const named = db.get<{ at: number; actor: string | null }>(
    'SELECT at, actor FROM audit_log WHERE record_id = ? ORDER BY seq DESC LIMIT 1',
    recordId,
  );
  const ranged = db.get<{ at: number; actor: string | null }>(
    `SELECT coalesce(r.finished_at, r.started_at) AS at, r.actor
     FROM desk_action_changes c JOIN desk_action_runs r ON r.action_id = c.action_id
     WHERE c.record_id = ? AND r.is_range = 1
       AND NOT EXISTS (SELECT 1 FROM desk_action_kept k WHERE k.action_id = r.action_id
         AND k.run = r.n AND k.record_id = c.record_id)
     ORDER BY r.started_at DESC, r.n DESC LIMIT 1`,
    recordId,
  );
  if (!ranged) return named?.actor ?? null;
  return named && named.at > ranged.at ? named.actor : ranged.actor;
}

/** Collection tasks, the controls they prove, and what they collected. */
import type {
  CollectionRun,
  CollectionTask,
} from '../../../shared/areas/evidence/collection.contract.ts';
import { type RunOutcome, taskState } from '../../../shared/areas/evidence/collection.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  collectionRunsTable,
  collectionTaskControlsTable,
  collectionTasksTable,
} from '../../db/tables/collection.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';

export type TaskRow = RowOf<typeof collectionTasksTable>;

const RUNS_SHOWN = 200;

export interface TaskPlace {
  readonly nextDue: string;
  readonly id: string;
}

const LIKE_ESCAPES = /[\\%_]/g;
const contains = (text: string) => `%${text.trim().replace(LIKE_ESCAPES, '\\$&')}%`;

function textCondition(q: string | undefined): { sql: string; values: string[] } {
  if (!q?.trim()) return { sql: '1', values: [] };
  return {
    sql: "(title LIKE ? ESCAPE '\\' OR description LIKE ? ESCAPE '\\')",
    values: [contains(q), contains(q)],
  };
}

export function listTasks(
  db: ReadDb,
  query: { q?: string | undefined; after: TaskPlace | null; limit: number },
): { rows: TaskRow[]; total: number } {
  const { sql, values } = textCondition(query.q);
  const after = query.after ? 'AND (next_due, id) > (?, ?)' : '';
  return {
    rows: db.rows(
      collectionTasksTable,
      `SELECT * FROM collection_tasks WHERE deleted_at IS NULL AND ${sql} ${after}
       ORDER BY next_due, id LIMIT ?`,
      ...values,
      ...(query.after ? [query.after.nextDue, query.after.id] : []),
      query.limit,
    ),
    total:
      db.get<{ n: number }>(
        `SELECT count(*) AS n FROM collection_tasks WHERE deleted_at IS NULL AND ${sql}`,
        ...values,
      )?.n ?? 0,
  };
}

export function findTask(db: ReadDb, id: string): TaskRow | undefined {
  return db.rows(
    collectionTasksTable,
    'SELECT * FROM collection_tasks WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** Automatic tasks whose day has come. */
export function dueAutomaticTasks(db: ReadDb, today: string): TaskRow[] {
  return db.rows(
    collectionTasksTable,
    `SELECT * FROM collection_tasks WHERE deleted_at IS NULL AND is_active = 1
     AND collector <> 'manual' AND next_due <= ? ORDER BY next_due, id`,
    today,
  );
}

function nameOf(db: ReadDb, account: string | null): string | null {
  if (account === null) return null;
  const row = db.get<{ name: string; email: string }>(
    "SELECT trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) AS name, email FROM users WHERE id = ?",
    account,
  );
  return row ? row.name || row.email : 'Unknown account';
}

interface ShownControl {
  readonly id: string;
  readonly controlId: string;
  readonly title: string;
  readonly framework: string;
}

export function taskControls(db: ReadDb, taskId: string): ShownControl[] {
  return db.all<ShownControl>(
    `SELECT c.id, c.control_id AS controlId, c.title, f.name AS framework
     FROM collection_task_controls t JOIN controls c ON c.id = t.control_id
     JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE t.task_id = ? AND t.deleted_at IS NULL AND c.deleted_at IS NULL
     ORDER BY f.name, c.position, c.control_id`,
    taskId,
  );
}

export function taskRuns(db: ReadDb, taskId: string, limit = RUNS_SHOWN): CollectionRun[] {
  const rows = db.all<{
    id: string;
    due: string;
    ran_at: number;
    outcome: RunOutcome;
    evidence_id: string | null;
    title: string | null;
    actor: string | null;
    message: string | null;
  }>(
    `SELECT r.id, r.due, r.ran_at, r.outcome, r.evidence_id, e.title, r.actor, r.message
     FROM collection_runs r LEFT JOIN evidence e ON e.id = r.evidence_id
     WHERE r.task_id = ? AND r.deleted_at IS NULL ORDER BY r.ran_at DESC, r.id DESC LIMIT ?`,
    taskId,
    limit,
  );
  return rows.map((row) => ({
    id: row.id,
    due: row.due,
    ranAt: toIso(row.ran_at),
    outcome: row.outcome,
    evidenceId: row.evidence_id,
    evidenceTitle: row.title,
    actorName: nameOf(db, row.actor) ?? 'Watchfloor',
    message: row.message,
  }));
}

export function toTask(db: ReadDb, row: TaskRow, today: string): CollectionTask {
  return {
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    type: row.type,
    owner: row.owner,
    ownerName: nameOf(db, row.owner),
    cadence: row.cadence,
    startsOn: row.startsOn,
    nextDue: row.nextDue,
    collector: row.collector,
    validityDays: row.validityDays,
    isActive: row.isActive,
    state: taskState(row, today),
    controls: taskControls(db, row.id),
    lastRun: taskRuns(db, row.id, 1)[0] ?? null,
  };
}

/** Ids among the given that are no control. */
export function unknownControls(db: ReadDb, ids: readonly string[]): string[] {
  const known = new Set(
    db
      .all<{ id: string }>(
        `SELECT id FROM controls WHERE deleted_at IS NULL
         AND id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      .map(({ id }) => id),
  );
  return ids.filter((id) => !known.has(id));
}

export const isActiveAccount = (db: ReadDb, id: string): boolean =>
  db.get(
    'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
    id,
  ) !== undefined;

/** Makes the task's controls the given ones. */
export function setTaskControls(
  tx: WriteTx,
  taskId: string,
  controlIds: readonly string[],
  newId: NewId,
): void {
  const now = tx.all<{ id: string; control_id: string }>(
    'SELECT id, control_id FROM collection_task_controls WHERE task_id = ? AND deleted_at IS NULL',
    taskId,
  );
  const wanted = new Set(controlIds);
  for (const link of now) {
    if (!wanted.delete(link.control_id)) tx.remove(collectionTaskControlsTable, link.id);
  }
  for (const controlId of wanted) {
    const row = { id: newId(), taskId, controlId, createdAt: tx.now };
    tx.insert(collectionTaskControlsTable, row);
  }
}

export interface NewRun {
  readonly id: string;
  readonly outcome: RunOutcome;
  readonly evidenceId: string | null;
  readonly actor: string | null;
  readonly message: string | null;
}

/** What a due day came to; a run that failed leaves the task due. */
export function recordRun(
  tx: WriteTx,
  task: TaskRow,
  run: NewRun,
  next: { readonly nextDue: string; readonly coveredUntil: number | null } | null,
): void {
  tx.insert(collectionRunsTable, { ...run, taskId: task.id, due: task.nextDue, ranAt: tx.now });
  if (next) tx.update(collectionTasksTable, task.id, { ...next, updatedAt: tx.now });
}

/** The last run of a task on this day failed: it is not tried again before the next. */
export function failedSince(db: ReadDb, taskId: string, since: number): boolean {
  return (
    db.get(
      "SELECT 1 FROM collection_runs WHERE task_id = ? AND outcome = 'FAILED' AND ran_at >= ? AND deleted_at IS NULL",
      taskId,
      since,
    ) !== undefined
  );
}

export const currentEvidenceTitle = (db: ReadDb, id: string): string | undefined =>
  db.get<{ title: string }>(
    'SELECT title FROM evidence WHERE id = ? AND deleted_at IS NULL AND superseded_by IS NULL',
    id,
  )?.title;

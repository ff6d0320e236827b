/** The history of what was done at the desk, as it is shown. */
import type {
  ActionRun,
  DeskAction,
  Kept,
} from '../../../shared/areas/actions/actions.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ActionRow, RunRow } from '../../db/action-journal.ts';
import type { ReadDb } from '../../db/database.ts';

const WATCHFLOOR = 'Watchfloor';
const UNKNOWN = 'Unknown account';

export interface ActionPlace {
  readonly at: number;
  readonly id: string;
}

/** Newest first, after a place of the list; one more than `limit` where there is a next page. */
export function listActions(
  db: ReadDb,
  { actor, after, limit }: { actor: string | null; after: ActionPlace | null; limit: number },
): ActionRow[] {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (actor !== null) {
    conditions.push('actor = ?');
    values.push(actor);
  }
  if (after) {
    conditions.push('(at, id) < (?, ?)');
    values.push(after.at, after.id);
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  return db.all<ActionRow>(
    `SELECT * FROM desk_actions ${where} ORDER BY at DESC, id DESC LIMIT ?`,
    ...values,
    limit + 1,
  );
}

export function countActions(db: ReadDb, actor: string | null): number {
  const row =
    actor === null
      ? db.get<{ n: number }>('SELECT count(*) AS n FROM desk_actions')
      : db.get<{ n: number }>('SELECT count(*) AS n FROM desk_actions WHERE actor = ?', actor);
  return row?.n ?? 0;
}

export function describeAction(db: ReadDb, action: ActionRow): DeskAction {
  return {
    id: action.id,
    kind: action.kind,
    actor: action.actor,
    actorName: nameOf(db, action.actor),
    at: toIso(action.at),
    summary: action.summary,
    note: action.note,
    rowCount: action.row_count,
    state: action.state,
    changedAt: action.changed_at === null ? null : toIso(action.changed_at),
    changedByName: action.changed_at === null ? null : nameOf(db, action.changed_by),
    runs: runsOf(db, action.id),
    isFinal: action.is_final === 1,
  };
}

function runsOf(db: ReadDb, actionId: string): ActionRun[] {
  const runs = db.all<RunRow>(
    'SELECT * FROM desk_action_runs WHERE action_id = ? ORDER BY n',
    actionId,
  );
  return runs.map((run) => ({
    direction: run.direction,
    state: run.state,
    actorName: nameOf(db, run.actor),
    startedAt: toIso(run.started_at),
    finishedAt: run.finished_at === null ? null : toIso(run.finished_at),
    resumedAt: run.resumed_at === null ? null : toIso(run.resumed_at),
    isCancelling: run.cancels !== null,
    total: run.total,
    done: run.done,
    kept: run.kept === 0 ? [] : keptBy(db, run),
    jobId: run.job_id,
  }));
}

function keptBy(db: ReadDb, run: RunRow): Kept[] {
  return db
    .all<{ reason: Kept['reason']; changed_by: string | null; n: number }>(
      `SELECT reason, changed_by, count(*) AS n FROM desk_action_kept
       WHERE action_id = ? AND run = ? GROUP BY reason, changed_by ORDER BY n DESC, reason`,
      run.action_id,
      run.n,
    )
    .map(({ reason, changed_by, n }) => ({
      ...{ reason, n },
      byName: reason === 'changed' ? nameOf(db, changed_by) : null,
    }));
}

function nameOf(db: ReadDb, id: string | null): string {
  if (id === null) return WATCHFLOOR;
  return (
    db.get<{ name: string }>(
      "SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name FROM users WHERE id = ?",
      id,
    )?.name ?? UNKNOWN
  );
}

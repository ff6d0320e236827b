/**
 * What bulk actions did to one alert. Their audit entries name the action and not each row, so that a
 * history is read from the action's rows and runs.
 */
import { stepsOf } from '../../../shared/areas/actions/bulk.rules.ts';
import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import { findTransition } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { RunDirection } from '../../db/action-journal.ts';
import type { ReadDb } from '../../db/database.ts';
import type { FieldChanges } from '../../db/tables/core.table.ts';

export interface BulkEntry {
  readonly id: string;
  readonly at: number;
  readonly actor: string | null;
  readonly action: string;
  readonly reason: string | null;
  readonly changes: FieldChanges;
}

interface RunOfRow {
  readonly action_id: string;
  readonly n: number;
  readonly direction: RunDirection;
  readonly actor: string | null;
  readonly started_at: number;
  readonly is_range: number;
  readonly is_kept: number;
  readonly kind: string;
  readonly note: string | null;
  readonly summary: string;
  readonly change_n: number;
  readonly run_position: number;
  readonly run_state: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly is_applied: number;
}

type Properties = Readonly<Record<string, unknown>>;

/** Newest first. */
export function bulkEntries(db: ReadDb, alertId: string): BulkEntry[] {
  const runs = db.all<RunOfRow>(
    `SELECT c.action_id, r.n, r.direction, r.actor, r.started_at, r.is_range, a.kind, a.note,
       a.summary, c.n AS change_n, r.position AS run_position, r.state AS run_state, c.before,
       c.after, c.is_applied,
       EXISTS (SELECT 1 FROM desk_action_kept k WHERE k.action_id = r.action_id AND k.run = r.n
         AND k.record_id = c.record_id) AS is_kept
     FROM desk_action_changes c
     JOIN desk_actions a ON a.id = c.action_id
     JOIN desk_action_runs r ON r.action_id = c.action_id
     WHERE c.record_id = ? AND c.table_name = 'alerts' AND c.before IS NOT NULL AND c.after IS NOT NULL
     ORDER BY c.action_id, c.n, r.n`,
    alertId,
  );
  const entries: BulkEntry[] = [];
  let isApplied = true;
  let current = '';
  for (const run of runs) {
    const key = `${run.action_id} ${run.change_n}`;
    if (key !== current) {
      current = key;
      isApplied = true;
    }
    if (run.direction === 'DO') {
      entries.push(...doneEntries(run));
      continue;
    }
    if (!isReached(run) || run.is_kept === 1 || isApplied !== (run.direction === 'UNDO')) continue;
    isApplied = run.direction !== 'UNDO';
    if (run.is_range === 1) entries.push(turnedEntry(run));
  }
  return entries.sort((a, b) => b.at - a.at || b.id.localeCompare(a.id));
}

/** A run that was cut short came to some of the rows only. */
function isReached({ direction, run_position: position, change_n: n }: RunOfRow): boolean {
  return direction === 'UNDO' ? position <= n : position >= n;
}

/** One entry a step: what was open was investigated first. */
function doneEntries(run: RunOfRow): BulkEntry[] {
  const { before, after } = rowsOf(run);
  const base = { at: run.started_at, actor: run.actor, reason: run.note };
  const id = `${run.action_id}.${run.n}`;
  const [from, to] = [before.status, after.status] as [AlertStatus, AlertStatus];
  const isTwoSteps = to !== undefined && !findTransition(from, to);
  const steps = isTwoSteps
    ? stepsOf({ change: { status: to }, investigateFirst: true }, from)
    : null;
  const between = steps?.[0];
  if (!between) return [{ ...base, id, action: run.kind, changes: changesOf(before, after) }];
  return [
    { ...base, id: `${id}.0`, action: 'alerts.investigate', changes: { status: [from, between] } },
    {
      ...{ ...base, id: `${id}.1`, action: run.kind },
      changes: changesOf({ ...before, status: between }, after),
    },
  ];
}

function turnedEntry(run: RunOfRow): BulkEntry {
  const { before, after } = rowsOf(run);
  const isUndo = run.direction === 'UNDO';
  return {
    id: `${run.action_id}.${run.n}`,
    at: run.started_at,
    actor: run.actor,
    action: isUndo ? 'actions.undo' : 'actions.redo',
    reason: `${isUndo ? 'Undo' : 'Redo'} of ${run.summary}`,
    changes: isUndo ? changesOf(after, before) : changesOf(before, after),
  };
}

function rowsOf({ before, after }: RunOfRow): { before: Properties; after: Properties } {
  return {
    before: JSON.parse(before ?? '{}') as Properties,
    after: JSON.parse(after ?? '{}') as Properties,
  };
}

function changesOf(before: Properties, after: Properties): FieldChanges {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, [before[name], after[name]] as const]));
}

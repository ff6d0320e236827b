/** Due days of collection and expiries of evidence, for a calendar file. */
import { nextDueAfter } from '../../../shared/areas/evidence/collection.rules.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { localDay } from '../../platform/clock.ts';
import type { CalendarDay } from '../../platform/documents/icalendar.ts';
import { listTasks, type TaskRow } from './collection.store.ts';

const MOST_TASKS = 1000;
const MOST_EXPIRIES = 2000;
const DAYS_A_TASK = 12;
const AHEAD_MS = 400 * DAY_MS;

function daysOf(task: TaskRow, until: string): CalendarDay[] {
  const days = [task.nextDue];
  for (let last = task.nextDue; days.length < DAYS_A_TASK; ) {
    last = nextDueAfter(task.startsOn, task.cadence, last);
    if (last > until) break;
    days.push(last);
  }
  return days.map((day) => ({
    uid: `${task.id}-${day}@watchfloor`,
    day,
    summary: `Collect evidence: ${task.title}`,
    description: task.description ?? '',
  }));
}

function expiries(db: ReadDb, now: number): CalendarDay[] {
  const rows = db.all<{ id: string; title: string; at: number; controls: number }>(
    `SELECT e.id, e.title, e.expiration_date AS at,
       (SELECT count(*) FROM control_evidence l WHERE l.evidence_id = e.id AND l.deleted_at IS NULL) AS controls
     FROM evidence e WHERE e.deleted_at IS NULL AND e.superseded_by IS NULL AND e.verdict <> 'REJECTED'
     AND e.expiration_date > ? AND e.expiration_date < ? ORDER BY e.expiration_date, e.id LIMIT ?`,
    now,
    now + AHEAD_MS,
    MOST_EXPIRIES,
  );
  return rows.map(({ id, title, at, controls }) => ({
    uid: `${id}-expires@watchfloor`,
    day: localDay(at),
    summary: `Evidence expires: ${title}`,
    description: controls === 1 ? 'It proves 1 control.' : `It proves ${controls} controls.`,
  }));
}

export function readCalendarDays(db: ReadDb, now: number): CalendarDay[] {
  const tasks = listTasks(db, { after: null, limit: MOST_TASKS }).rows.filter(
    (task) => task.isActive,
  );
  const until = localDay(now + AHEAD_MS);
  return [...tasks.flatMap((task) => daysOf(task, until)), ...expiries(db, now)];
}

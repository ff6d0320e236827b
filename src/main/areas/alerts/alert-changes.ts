/** How a change of alerts stands in the desk's history: its rows, and its words. */
import type { RowChange } from '../../db/action-log.ts';
import type { AlertRow } from './alert-rows.ts';

/** Not what an action is about: stamps, and the moment of the last touch. */
const NEVER_UNDONE: ReadonlySet<string> = new Set([
  'seq',
  'id',
  'rowVersion',
  'fieldVersions',
  'deletedAt',
  'updatedAt',
]);
/** Alone, these are no change: an alert was touched, and nothing about it is different. */
const MERE_TOUCH: ReadonlySet<string> = new Set(['firstActionAt']);

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The properties that a change made different, before and after; null where there are none. `after`
 * may be no more than what was set.
 */
export function alertChange(before: AlertRow, after: Partial<AlertRow>): RowChange | null {
  const changed = (Object.keys(after) as (keyof AlertRow)[]).filter(
    (property) => !NEVER_UNDONE.has(property) && !isSame(before[property], after[property]),
  );
  if (changed.every((property) => MERE_TOUCH.has(property))) return null;
  const pick = (row: Partial<AlertRow>) =>
    Object.fromEntries(changed.map((name) => [name, row[name]]));
  return { table: 'alerts', id: before.id, before: pick(before), after: pick(after) };
}

const VERBS: Readonly<Record<string, string>> = {
  'alerts.investigate': 'Investigate',
  'alerts.resolve': 'Resolve',
  'alerts.false-positive': 'Mark as false positive',
  'alerts.reopen': 'Reopen',
  'alerts.escalate': 'Escalate',
  'alerts.deescalate': 'Take back the escalation of',
  'alerts.assign': 'Assign',
  'alerts.dispose': 'Change the verdict of',
};

function actionVerb(action: string): string {
  return VERBS[action] ?? 'Change';
}

const TITLE_SHOWN = 80;

/** What was done to one alert, in words. */
export function actionSummary(action: string, title: string): string {
  const shown = title.length > TITLE_SHOWN ? `${title.slice(0, TITLE_SHOWN - 1)}…` : title;
  return `${actionVerb(action)} ‘${shown}’`;
}

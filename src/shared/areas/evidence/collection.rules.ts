/** When evidence is collected: due days and reminders. A day is written `2026-11-20`. */
export const CADENCES = [
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'HALF_YEARLY',
  'YEARLY',
] as const;
export type Cadence = (typeof CADENCES)[number];
export const CADENCE_LABELS: Record<Cadence, string> = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  QUARTERLY: 'Quarterly',
  HALF_YEARLY: 'Half-yearly',
  YEARLY: 'Yearly',
};

/** What collects: a person, or a collector that runs on this machine by itself. */
export const COLLECTORS = [
  'manual',
  'queue-record',
  'account-list',
  'installation-configuration',
  'closed-investigations',
] as const;
export type CollectorName = (typeof COLLECTORS)[number];
export const COLLECTOR_LABELS: Record<CollectorName, string> = {
  manual: 'By hand',
  'queue-record': 'Record of the alert queue',
  'account-list': 'Accounts and their roles',
  'installation-configuration': 'Configuration of this installation',
  'closed-investigations': 'Closed investigations',
};
export const COLLECTOR_NOTES: Record<CollectorName, string> = {
  manual: 'The owner adds a file or links evidence that is there.',
  'queue-record':
    'Alerts of the period by severity and outcome, time to first action, closings and their overturning, silent sources.',
  'account-list': 'Every account with role, state, creation and last sign-in, as CSV.',
  'installation-configuration':
    'Version, settings, service levels, retention and who may do what, as JSON.',
  'closed-investigations':
    'Each investigation that was closed in the period: timeline, findings, indicators, verdict and who closed it.',
};

export const RUN_OUTCOMES = ['COLLECTED', 'NOTHING_NEW', 'FAILED', 'SKIPPED'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
export const RUN_OUTCOME_LABELS: Record<RunOutcome, string> = {
  COLLECTED: 'Collected',
  NOTHING_NEW: 'Nothing new',
  FAILED: 'Failed',
  SKIPPED: 'Skipped',
};

/** So many days before a due day or an expiry people are told, the last on the day before. */
const REMINDER_DAYS = [30, 7, 1] as const;

const DAY_MS = 86_400_000;
const MONTHS: Partial<Record<Cadence, number>> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  HALF_YEARLY: 6,
  YEARLY: 12,
};
const DAYS: Partial<Record<Cadence, number>> = { DAILY: 1, WEEKLY: 7 };

const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
const toDay = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/** Whole days from one day to another; negative where it lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The n-th due day, from 0. A month that is too short has its last day, and the next is as at first. */
export function occurrence(startsOn: string, cadence: Cadence, n: number): string {
  const [year, month, date] = parts(startsOn);
  const days = DAYS[cadence];
  if (days !== undefined) return toDay(Date.UTC(year, month - 1, date + n * days));
  const months = (MONTHS[cadence] ?? 1) * n;
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toDay(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)));
}

/** The first due day after a day. */
export function nextDueAfter(startsOn: string, cadence: Cadence, day: string): string {
  // No step is longer, so that this is never beyond the one that is looked for.
  const longestStep = DAYS[cadence] ?? 31 * (MONTHS[cadence] ?? 1);
  let n = Math.max(0, Math.floor(daysBetween(startsOn, day) / longestStep));
  while (occurrence(startsOn, cadence, n) <= day) n += 1;
  return occurrence(startsOn, cadence, n);
}

export const TASK_STATES = ['overdue', 'due', 'soon', 'later', 'paused'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** `soon` from the first reminder on. */
export function taskState(
  task: { readonly isActive: boolean; readonly nextDue: string },
  today: string,
): TaskState {
  if (!task.isActive) return 'paused';
  const days = daysBetween(today, task.nextDue);
  if (days < 0) return 'overdue';
  if (days === 0) return 'due';
  return days <= REMINDER_DAYS[0] ? 'soon' : 'later';
}

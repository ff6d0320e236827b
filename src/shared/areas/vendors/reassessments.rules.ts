/** Reassessments that alerts ask for: states, and what keeps a flood of alerts from becoming one of tasks. */
import { addDays, type Day } from '../../kernel/day.ts';
import type { Severity } from '../../kernel/severity.ts';

export const REASSESSMENT_STATES = ['OPEN', 'IN_REVIEW', 'DONE', 'DISMISSED'] as const;
export type ReassessmentState = (typeof REASSESSMENT_STATES)[number];
export const REASSESSMENT_STATE_LABELS: Record<ReassessmentState, string> = {
  OPEN: 'Open',
  IN_REVIEW: 'In Review',
  DONE: 'Done',
  DISMISSED: 'Dismissed',
};
export const RUNNING_STATES: readonly ReassessmentState[] = ['OPEN', 'IN_REVIEW'];

export const REASSESSMENT_STEPS = ['start', 'done', 'dismiss'] as const;
export type ReassessmentStep = (typeof REASSESSMENT_STEPS)[number];
export const REASSESSMENT_RULES: Record<
  ReassessmentStep,
  { readonly from: readonly ReassessmentState[]; readonly to: ReassessmentState }
> = {
  start: { from: ['OPEN'], to: 'IN_REVIEW' },
  done: { from: ['OPEN', 'IN_REVIEW'], to: 'DONE' },
  dismiss: { from: ['OPEN', 'IN_REVIEW'], to: 'DISMISSED' },
};

/** Alerts and indicators that one task lists; those after them are counted. */
export const KEPT_SIGNALS = 50;

/** Reassessments opened within 24 hours; what comes after them is told once, and opens none. */
export const NEW_TASKS_A_DAY = 50;

/** What touches more vendors than this is a list, and no sign about one of them. */
export const BROAD_SIGNAL = 10;

/** After a dismissal, what is not more severe asks for nothing for so long. */
export const QUIET_DAYS = 7;

export const SEVERITY_RANK: Record<Severity, number> = { CRITICAL: 3, HIGH: 2, MEDIUM: 1, LOW: 0 };

const DUE_DAYS: Record<Severity, number> = { CRITICAL: 2, HIGH: 5, MEDIUM: 14, LOW: 30 };

/** The day by which a reassessment of this priority is due. */
export function reassessmentDue(priority: Severity, today: Day): Day {
  return addDays(today, DUE_DAYS[priority]);
}

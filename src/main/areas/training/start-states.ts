import type { AlertPatch } from '../alerts/alerts.store.ts';

/** How an exercise finds an alert: as the demo made it, as just come in, or as closed by itself. */
export type StartState = 'as-made' | 'open' | 'closed-by-itself';

/** Fields of an alert that work on it changes; all of them go back together. */
export const WORKED_FIELDS = [
  'status',
  'aiInvestigation',
  'assignedTo',
  'escalated',
  'falsePositive',
  'resolvedAt',
  'firstActionAt',
  'inProgressSince',
  'handlingMs',
  'autoClosedAt',
  'overturnedAt',
] as const satisfies readonly (keyof AlertPatch)[];

const UNWORKED = {
  status: 'OPEN',
  aiInvestigation: null,
  assignedTo: null,
  escalated: false,
  falsePositive: false,
  resolvedAt: null,
  firstActionAt: null,
  inProgressSince: null,
  handlingMs: 0,
  autoClosedAt: null,
  overturnedAt: null,
} as const satisfies AlertPatch;

/** The fields of a start, out of those that the demo gave the alert. */
export function startPatch(original: AlertPatch, start: StartState): AlertPatch {
  if (start === 'as-made') return original;
  if (start === 'open') return UNWORKED;
  const closedAt = original.autoClosedAt ?? null;
  if (closedAt === null) throw new Error('This alert was never closed by itself');
  return {
    ...UNWORKED,
    status: 'FALSE_POSITIVE',
    falsePositive: true,
    aiInvestigation: original.aiInvestigation ?? null,
    resolvedAt: closedAt,
    firstActionAt: closedAt,
    autoClosedAt: closedAt,
  };
}

/** Whether a row differs from what it should be; nothing is written where nothing changes. */
export function differs(row: Readonly<Record<string, unknown>>, patch: AlertPatch): boolean {
  return WORKED_FIELDS.some(
    (field) => JSON.stringify(row[field] ?? null) !== JSON.stringify(patch[field] ?? null),
  );
}

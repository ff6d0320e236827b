import type { SlaBurn } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';

export type SlaState = 'within' | 'dueSoon' | 'breached';

/** The open alerts of an age, as the list's filter; both ends of a filter belong to it. */
export function slaQuery(burn: SlaBurn, severity: Severity, state: SlaState): string {
  const { dueSoonBefore, breachedBefore } = burn.severities[severity];
  const after = (iso: string) => new Date(Date.parse(iso) + 1).toISOString();
  const query = new URLSearchParams({ status: 'OPEN', severity, handling: 'waiting' });
  if (state === 'within') query.set('from', after(dueSoonBefore));
  if (state === 'dueSoon') query.set('from', after(breachedBefore));
  if (state === 'dueSoon') query.set('to', dueSoonBefore);
  if (state === 'breached') query.set('to', breachedBefore);
  return query.toString();
}

/** `in 15m`, `in 1h`, `in 3d`: the time to the first action. */
export function slaTime(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)}m`;
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24}d`;
  return `${Math.round(hours * 10) / 10}h`;
}

/** Whether time alone has made the figures old: an alert has passed a limit since they were taken. */
export function isBurnOld(burn: SlaBurn, now: number): boolean {
  return burn.nextChangeAt !== null && Date.parse(burn.nextChangeAt) <= now;
}

import { shortDuration } from '../../ui/time.ts';

/** `89%`, `2.1%`; null stays null, which is shown as a dash. */
export function percent(value: number | null): string | null {
  return value === null ? null : `${trimmed(value)}%`;
}

/** `2.3h` */
export function hours(value: number | null): string | null {
  return value === null ? null : `${trimmed(value)}h`;
}

/** `45s`, `1m 05s` */
export function duration(seconds: number | null): string | null {
  return seconds === null ? null : shortDuration(seconds);
}

/** `↑ 1,204 from last hour` */
export function lastHourNote(created: number): string {
  return created > 0
    ? `↑ ${created.toLocaleString('en')} from last hour`
    : 'None new in the last hour';
}

/** `↑ 2% this month` */
export function monthNote(change: number | null): string {
  if (change === null) return 'No earlier score';
  if (change === 0) return 'Unchanged this month';
  return `${change > 0 ? '↑' : '↓'} ${trimmed(Math.abs(change))}% this month`;
}

/** `AI Processing 3 incidents` */
export function processingText(investigations: number | null): string {
  const noun = investigations === 1 ? 'incident' : 'incidents';
  return `AI Processing ${investigations ?? '—'} ${noun}`;
}

/** `Active monitoring across 42 frameworks` */
export function monitoringText(frameworks: number | null): string {
  const noun = frameworks === 1 ? 'framework' : 'frameworks';
  return `Active monitoring across ${frameworks ?? '—'} ${noun}`;
}

/** At most one digit after the point, and none that is zero. */
function trimmed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

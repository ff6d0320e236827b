import { parseTime, UNKNOWN_TIME } from '../../ui/time.ts';
import type { ShownZone } from '../../ui/time-zone.ts';

/** `20 Nov 2026`, as the platform's language writes it. */
export function shownDay(iso: string | null, zone: ShownZone): string {
  const time = parseTime(iso);
  if (time === null) return UNKNOWN_TIME;
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    ...(zone ? { timeZone: zone } : {}),
  }).format(time);
}

/** A day without a time (`2026-11-20`), which is the same in every zone. */
export function plainDay(day: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(day),
  );
}

/** `20 Nov` */
export function shortDay(iso: string): string {
  return new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(iso));
}

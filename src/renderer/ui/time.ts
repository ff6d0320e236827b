import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/kernel/time.ts';
import type { ShownZone } from './time-zone.ts';

export const UNKNOWN_TIME = 'Unknown';

/** Milliseconds of an ISO time, or null where it is missing or not a time. */
export function parseTime(iso: string | null | undefined): number | null {
  if (!iso) return null;
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : time;
}

/**
 * `just now`, `1 min ago`, `2 mins ago`, `1 hour ago`, `23 hours ago`; null from a day on, and
 * for what lies more than a minute ahead (a clock that is off must not read as 'just now').
 */
export function relativeTime(time: number, now: number): string | null {
  const age = now - time;
  if (age < -MINUTE_MS || age >= DAY_MS) return null;
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return counted(Math.floor(age / MINUTE_MS), 'min');
  return counted(Math.floor(age / HOUR_MS), 'hour');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** Local date and time to the second, as the platform's language writes it. */
export function localTime(time: number, locale?: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(timeZone ? { timeZone } : {}),
  }).format(time);
}

/** The same to the minute, where the second is in the tooltip. */
export function localMinute(time: number, locale?: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(time);
}

/**
 * Moments to the second as the page shows them: local, or in UTC and then marked as such. The
 * formatter is made once, for lists of many.
 */
export function shownTimeFormat(zone: ShownZone): (time: number) => string {
  const format = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(zone ? { timeZone: zone } : {}),
  });
  return zone ? (time) => `${format.format(time)} ${zone}` : (time) => format.format(time);
}

export function shownTime(time: number, zone: ShownZone): string {
  return shownTimeFormat(zone)(time);
}

/** The same to the minute. */
export function shownMinute(time: number, zone: ShownZone): string {
  return zone ? `${localMinute(time, undefined, zone)} ${zone}` : localMinute(time);
}

/** For tooltips: local time with its zone, and the same moment in UTC. */
export function exactTime(time: number, locale?: string, timeZone?: string): string {
  const local = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(time);
  return `${local} · ${new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')}`;
}

/** `45s`, `1m 05s`, `2h 10m`, `3d 4h`: a duration in at most two units. */
export function shortDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${pad(whole % 60)}s`;
  if (whole < 86_400)
    return `${Math.floor(whole / 3600)}h ${pad(Math.floor((whole % 3600) / 60))}m`;
  return `${Math.floor(whole / 86_400)}d ${Math.floor((whole % 86_400) / 3600)}h`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

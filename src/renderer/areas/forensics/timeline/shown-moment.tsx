/** Moments to the nanosecond, in the zone that the page shows. */
import { momentIso } from '../../../../shared/areas/forensics/timeline/moment.ts';
import type { ShownZone } from '../../../ui/time-zone.ts';
import { useTimeZone } from '../../../ui/time-zone.ts';

/** Minutes that the shown clock is ahead of UTC at a moment. */
export const aheadOf =
  (zone: ShownZone) =>
  (ms: number): number =>
    zone === 'UTC' ? 0 : -new Date(ms).getTimezoneOffset();

/** `2026-11-20 12:00:00.123456 UTC`, or with the zone's distance, `+01:00`. */
export function momentText(ms: number, nanos: number, zone: ShownZone): string {
  const ahead = aheadOf(zone)(ms);
  const text = momentIso({ ms: ms + ahead * 60_000, nanos })
    .replace('T', ' ')
    .replace('Z', '');
  if (zone === 'UTC') return `${text} UTC`;
  const size = Math.abs(ahead);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${text} ${ahead < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export function ExactMoment({ at, nanos }: { at: string | null; nanos: number }) {
  const zone = useTimeZone();
  if (at === null) return <span className="text-fg-muted">No time</span>;
  const ms = Date.parse(at);
  return (
    <time dateTime={at} className="font-mono text-xs tabular-nums">
      {momentText(ms, nanos, zone)}
    </time>
  );
}

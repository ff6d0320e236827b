import {
  exactTime,
  parseTime,
  relativeTime,
  shownMinute,
  shownTime,
  UNKNOWN_TIME,
} from './time.ts';
import { useTimeZone } from './time-zone.ts';
import { Tooltip } from './tooltip.tsx';
import { useNow } from './use-now.ts';

interface DateTimeProps {
  /** ISO 8601; missing or unreadable shows 'Unknown'. */
  value: string | null | undefined;
  /** `relative` up to a day (the default), or always the date and time, `local` or in UTC as chosen. */
  mode?: 'relative' | 'local';
  className?: string;
}

/** A moment, ticking while it is recent; the exact local and UTC time is in the tooltip. */
export function DateTime({ value, mode = 'relative', className }: DateTimeProps) {
  const now = useNow();
  const zone = useTimeZone();
  const time = parseTime(value);
  if (time === null) return <span className={className}>{UNKNOWN_TIME}</span>;
  const text =
    mode === 'relative'
      ? (relativeTime(time, now) ?? shownMinute(time, zone))
      : shownTime(time, zone);
  return (
    <Tooltip content={exactTime(time)}>
      <time dateTime={new Date(time).toISOString()} className={className}>
        {text}
      </time>
    </Tooltip>
  );
}

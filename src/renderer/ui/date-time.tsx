import {
  exactTime,
  localMinute,
  localTime,
  parseTime,
  relativeTime,
  UNKNOWN_TIME,
} from './time.ts';
import { Tooltip } from './tooltip.tsx';
import { useNow } from './use-now.ts';

interface DateTimeProps {
  /** ISO 8601; missing or unreadable shows 'Unknown'. */
  value: string | null | undefined;
  /** `relative` up to a day (the default), or always the `local` date and time. */
  mode?: 'relative' | 'local';
  className?: string;
}

/** A moment, ticking while it is recent; the exact local and UTC time is in the tooltip. */
export function DateTime({ value, mode = 'relative', className }: DateTimeProps) {
  const now = useNow();
  const time = parseTime(value);
  if (time === null) return <span className={className}>{UNKNOWN_TIME}</span>;
  const text =
    mode === 'relative' ? (relativeTime(time, now) ?? localMinute(time)) : localTime(time);
  return (
    <Tooltip content={exactTime(time)}>
      <time dateTime={new Date(time).toISOString()} className={className}>
        {text}
      </time>
    </Tooltip>
  );
}

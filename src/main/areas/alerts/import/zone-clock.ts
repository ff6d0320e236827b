import { AppError } from '../../../../shared/contract/errors.ts';

/** Turns wall-clock times of one zone into UTC. */
export interface ZoneClock {
  readonly zone: string;
  /** `wallMs`: the wall-clock time as if it were UTC. */
  toUtc(wallMs: number): number;
}

const DAY = 86_400_000;
const QUARTER_HOUR = 900_000;
const MAX_REMEMBERED = 20_000;

/**
 * Rule at the changes of summer time (that of RFC 5545, section 3.3.5, and of Temporal's
 * 'compatible'): a time that occurs twice is the first of the two; a time that the clock leapt over
 * is read with the offset before the leap, so it lands as long after it as it was written.
 *
 * Offsets change on quarter hours at the earliest, so each quarter of an hour is worked out once.
 * @throws AppError where the zone is not in this machine's IANA database.
 */
export function createZoneClock(zone: string): ZoneClock {
  const format = openFormat(zone);
  const offsets = new Map<number, number>();

  function offsetAt(utcMs: number): number {
    const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
    for (const { type, value } of format.formatToParts(utcMs)) {
      if (type in parts) parts[type as keyof typeof parts] = Number(value);
    }
    const { year, month, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1_000) * 1_000;
  }

  function resolve(wallMs: number): number {
    const before = offsetAt(wallMs - DAY);
    const after = offsetAt(wallMs + DAY);
    if (before === after || offsetAt(wallMs - before) === before) return before;
    return offsetAt(wallMs - after) === after ? after : before;
  }

  return {
    zone,
    toUtc(wallMs) {
      const quarter = Math.floor(wallMs / QUARTER_HOUR);
      let offset = offsets.get(quarter);
      if (offset === undefined) {
        if (offsets.size >= MAX_REMEMBERED) offsets.clear();
        offset = resolve(quarter * QUARTER_HOUR);
        offsets.set(quarter, offset);
      }
      return wallMs - offset;
    },
  };
}

function openFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    throw new AppError('bad-input', 'Unknown time zone: choose one like Europe/Berlin', { cause });
  }
}

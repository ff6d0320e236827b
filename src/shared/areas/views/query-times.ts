/** Times of the query language: what is written in the zone of the page becomes moments. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/time.ts';

/** From the first moment to the one after the last, ms since the epoch. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const WRITTEN =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
const SPAN = /^(\d{1,6})(s|m|h|d|w)$/i;
const UNITS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
/** What a table of times is used for. */
const FIRST_YEAR = 1970;

export function spanMs(text: string): number | undefined {
  const [, count = '', unit = ''] = SPAN.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit.toLowerCase()] ?? 0);
  return ms > 0 ? ms : undefined;
}

/** Whether a time can be read at all, whatever the zone. */
export function isWrittenTime(text: string): boolean {
  return periodOf(text, { now: 0, zone: 'UTC' }) !== undefined;
}

export interface TimeContext {
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
}

/** The year, month, day, hour, minute, second or moment that a text names; undefined where it names none. */
export function periodOf(text: string, { now, zone }: TimeContext): Period | undefined {
  const word = text.toLowerCase();
  if (word === 'now') return { from: now, to: now + 1 };
  if (word === 'today' || word === 'yesterday') {
    const [year, month, day] = wallOf(now, zone);
    const shift = word === 'today' ? 0 : -1;
    return between([year, month, day + shift], [year, month, day + shift + 1], zone);
  }
  const parts = WRITTEN.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts
    .slice(1, 7)
    .map((part) => part && Number(part));
  if (!isReal({ year, month, day, hour, minute, second })) return undefined;
  const given = [year, month, day, hour, minute, second].filter(
    (part) => part !== undefined,
  ) as number[];
  const [y = 0, m = 1, d = 1, h = 0, min = 0, s = 0] = given;
  const offset = parts[8];
  const at = offset ? offsetZone(offset) : zone;
  if (at === undefined) return undefined;
  if (parts[7] !== undefined) {
    const from = momentOf([y, m, d, h, min, s], at) + Number(parts[7].padEnd(3, '0'));
    return { from, to: from + 1 };
  }
  const wall: Wall = [y, m, d, h, min, s];
  const next = wall.map((part, place) => (place === given.length - 1 ? part + 1 : part));
  // From an hour down, time goes on evenly: no clock that is put back makes a minute of an hour.
  if (given.length >= 4) {
    const from = momentOf(wall, at);
    return { from, to: from + ([HOUR_MS, MINUTE_MS, SECOND_MS][given.length - 4] ?? 1) };
  }
  return between(wall, next, at);
}

type Wall = readonly number[];
type Parts = Record<
  'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
  number | string | undefined
>;

function isReal({ year, month = 1, day = 1, hour = 0, minute = 0, second = 0 }: Parts): boolean {
  if (Number(year) < FIRST_YEAR || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function between(first: Wall, next: Wall, zone: string | number): Period {
  return { from: momentOf(first, zone), to: momentOf(next, zone) };
}

/** Minutes east of UTC; undefined where that is no offset. */
function offsetZone(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The moment of a wall clock; of a time that the clock leapt over, as long after the leap as it was written. */
function momentOf(
  [y = 0, m = 1, d = 1, h = 0, min = 0, s = 0]: Wall,
  zone: string | number,
): number {
  const wall = Date.UTC(y, m - 1, d, h, min, s);
  if (typeof zone === 'number') return wall - zone * MINUTE_MS;
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  if (before === after || offsetAt(wall - before, zone) === before) return wall - before;
  return wall - (offsetAt(wall - after, zone) === after ? after : before);
}

function offsetAt(utc: number, zone: string): number {
  const [y, m, d, h, min, s] = wallOf(utc, zone);
  return Date.UTC(y, m - 1, d, h, min, s) - Math.floor(utc / SECOND_MS) * SECOND_MS;
}

type FullWall = readonly [number, number, number, number, number, number];

function wallOf(utc: number, zone: string): FullWall {
  if (zone === 'UTC') {
    const date = new Date(utc);
    return [
      date.getUTCFullYear(),
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    ];
  }
  const parts = new Intl.DateTimeFormat('en-US', {
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
  }).formatToParts(utc);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return [of('year'), of('month'), of('day'), of('hour'), of('minute'), of('second')];
}

/** What a clock on the wall of a zone shows: hour 0 to 23, weekday 0 (Monday) to 6. */
export interface WallTime {
  readonly hour: number;
  readonly weekday: number;
}

/** Zones differ from UTC by whole quarters of an hour: each quarter is worked out once. */
const QUARTER_MS = 15 * MINUTE_MS;
const KNOWN_QUARTERS = 50_000;
const MONDAY_FIRST = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function wallReader(zone: string): (moment: number) => WallTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    weekday: 'short',
  });
  const known = new Map<number, WallTime>();
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER_MS);
    const before = known.get(quarter);
    if (before) return before;
    const parts = format.formatToParts(quarter * QUARTER_MS);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    const wall = { hour: Number(of('hour')), weekday: MONDAY_FIRST.indexOf(of('weekday')) };
    if (known.size >= KNOWN_QUARTERS) known.clear();
    known.set(quarter, wall);
    return wall;
  };
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

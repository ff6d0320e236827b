/** Times as people say them: read from a question, and turned into moments of the asker's zone. */
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../../kernel/time.ts';
import { isZone, periodOf } from '../../views/query-times.ts';
import type { TimeUnit, TimeWord } from './intent.types.ts';

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 },
  ...{ nine: 9, ten: 10, twelve: 12, couple: 2, few: 3, thirty: 30, ninety: 90 },
};
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const UNIT_NAMES: Readonly<Record<string, TimeUnit>> = {
  ...{ m: 'minute', min: 'minute', mins: 'minute', minute: 'minute', minutes: 'minute' },
  ...{ h: 'hour', hr: 'hour', hrs: 'hour', hour: 'hour', hours: 'hour' },
  ...{ d: 'day', day: 'day', days: 'day', w: 'week', wk: 'week', week: 'week', weeks: 'week' },
  ...{ month: 'month', months: 'month', y: 'year', year: 'year', years: 'year' },
};
const UNIT_WORDS = Object.keys(UNIT_NAMES).join('|');
const NUMBER_WORDS = `\\d{1,4}|${Object.keys(NUMBERS).join('|')}`;
const UNIT_MS: Readonly<Record<TimeUnit, number>> = {
  ...{ minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS },
  ...{ month: 30 * DAY_MS, year: 365 * DAY_MS },
};

const numberOf = (text: string | undefined) =>
  text === undefined ? 1 : (NUMBERS[text] ?? Number(text));
const unitOf = (text = 'day'): TimeUnit => UNIT_NAMES[text] ?? 'day';
const span = (
  type: 'last' | 'next',
  n: string | undefined,
  unit: string | undefined,
): TimeWord => ({
  type,
  n: Math.max(1, Math.min(9_999, numberOf(n))),
  unit: unitOf(unit),
});

type Reading = readonly [RegExp, (match: RegExpExecArray) => TimeWord | null];

/** In this order; the first that is found is meant. */
const READINGS: readonly Reading[] = [
  [
    new RegExp(
      `\\b(?:last|past|previous|recent)\\s+(?:(${NUMBER_WORDS})\\s*(?:of\\s+)?)?(${UNIT_WORDS})\\b`,
    ),
    ([, n, unit]) => span('last', n, unit),
  ],
  [
    new RegExp(
      `\\b(?:next|coming|following)\\s+(?:(${NUMBER_WORDS})\\s*(?:of\\s+)?)?(${UNIT_WORDS})\\b`,
    ),
    ([, n, unit]) => span('next', n, unit),
  ],
  [
    new RegExp(`\\b(?:with)?in\\s+(?:the\\s+)?(${NUMBER_WORDS})\\s*(${UNIT_WORDS})\\b`),
    ([, n, unit]) => span('next', n, unit),
  ],
  [
    new RegExp(`\\b(?:since|for|over)\\s+(?:the\\s+)?(${NUMBER_WORDS})\\s*(${UNIT_WORDS})\\b`),
    ([, n, unit]) => span('last', n, unit),
  ],
  [
    new RegExp(`\\b(${NUMBER_WORDS})\\s*(${UNIT_WORDS})\\s+(?:ago|back)\\b`),
    ([, n, unit]) => span('last', n, unit),
  ],
  [/\b(?:since|after|from)\s+yesterday\b/, () => ({ type: 'since-yesterday' })],
  [/\b(?:yesterday|yday)\b/, () => ({ type: 'yesterday' })],
  [/\b(?:last night|overnight|tonight|over night|the night)\b/, () => ({ type: 'night' })],
  [/\bthis morning\b/, () => ({ type: 'morning' })],
  [/\b(?:this|my|our|current|the)\s+shift\b|\bshift so far\b/, () => ({ type: 'shift' })],
  [/\bthis week\b/, () => ({ type: 'this-week' })],
  [/\b(?:the |this |last )?weekend\b/, () => ({ type: 'weekday', weekday: 6, since: true })],
  [/\bthis month\b/, () => ({ type: 'this-month' })],
  [
    /\b(since |after |from )?(\d{4}-\d{2}-\d{2})\b/,
    ([, since, day = '']) =>
      periodOf(day, { now: 0, zone: 'UTC' })
        ? { type: 'day', day, since: since !== undefined }
        : null,
  ],
  [
    /\b(?:since|after|from)\s+(?:around\s+|about\s+)?([01]?\d|2[0-3])[:.h]([0-5]\d)\b/,
    ([, hour = '', minute]) => ({ type: 'clock', clock: `${hour.padStart(2, '0')}:${minute}` }),
  ],
  [
    /\b(since |after |from |on |last )?(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rs|rsday|urday)?\b/,
    ([, lead = '', day = '']) => ({
      type: 'weekday',
      weekday: WEEKDAYS.indexOf(day),
      since: /since|after|from/.test(lead),
    }),
  ],
  [/\b(?:today|so far|since midnight)\b/, () => ({ type: 'today' })],
  [/\b(\d{1,4})\s?(h|hrs?|hours|d|days)\b/, ([, n, unit]) => span('last', n, unit)],
];

/** The time that a question names, and the question without it. */
export function readTime(text: string): { time: TimeWord | null; rest: string } {
  const lower = text.toLowerCase();
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(lower);
    const time = match && read(match);
    if (match && time) {
      const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
      return { time, rest };
    }
  }
  return { time: null, rest: text };
}

export interface TimeSpan {
  readonly from: string;
  /** Null: until now. */
  readonly to: string | null;
  /** Ends a sentence: 'since yesterday', 'on Monday'. */
  readonly label: string;
}

const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const plural = (n: number, unit: string) => (n === 1 ? unit : `${n} ${unit}s`);

export interface TimeFrame {
  readonly now: number;
  readonly zone: string;
  readonly shiftHours: number;
}

/** Moments of what was said; of 'next' they lie ahead. */
export function spanOf(word: TimeWord, { now, zone: asked, shiftHours }: TimeFrame): TimeSpan {
  const zone = isZone(asked) ? asked : 'UTC';
  const today = periodOf('today', { now, zone }) ?? { from: now - DAY_MS, to: now };
  const since = (from: number, label: string): TimeSpan => ({ from: toIso(from), to: null, label });
  /** The beginning of the day so many days ago, in that zone. */
  const dayAgo = (days: number) =>
    (periodOf('today', { now: today.from + DAY_MS / 2 - days * DAY_MS, zone }) ?? today).from;
  switch (word.type) {
    case 'last':
      return since(now - word.n * UNIT_MS[word.unit], `in the last ${plural(word.n, word.unit)}`);
    case 'next':
      return {
        from: toIso(now),
        to: toIso(now + word.n * UNIT_MS[word.unit]),
        label: `in the next ${plural(word.n, word.unit)}`,
      };
    case 'today':
      return since(today.from, 'today');
    case 'since-yesterday':
      return since(dayAgo(1), 'since yesterday');
    case 'yesterday':
      return { from: toIso(dayAgo(1)), to: toIso(today.from - 1), label: 'yesterday' };
    case 'this-week':
      return since(dayAgo((weekdayOf(now, zone) + 6) % 7), 'this week');
    case 'this-month':
      return since(dayAgo(dayOfMonth(now, zone) - 1), 'this month');
    case 'night':
      return since(today.from - 4 * HOUR_MS, 'since 20:00 yesterday');
    case 'morning':
      return since(today.from + 5 * HOUR_MS, 'this morning');
    case 'shift':
      return since(now - shiftHours * HOUR_MS, `in the ${shiftHours} h of this shift`);
    case 'weekday': {
      const days = (weekdayOf(now, zone) - word.weekday + 7) % 7;
      const name = DAY_NAMES[word.weekday] ?? '';
      if (word.since) return since(dayAgo(days), `since ${name}`);
      const to = days === 0 ? null : toIso(dayAgo(days - 1) - 1);
      return { from: toIso(dayAgo(days)), to, label: `on ${name}` };
    }
    case 'day': {
      const period = periodOf(word.day, { now, zone }) ?? today;
      if (word.since) return since(period.from, `since ${word.day}`);
      return { from: toIso(period.from), to: toIso(period.to - 1), label: `on ${word.day}` };
    }
    case 'clock': {
      const [hours = 0, minutes = 0] = word.clock.split(':').map(Number);
      const at = today.from + hours * HOUR_MS + minutes * MINUTE_MS;
      return since(at > now ? at - DAY_MS : at, `since ${word.clock}`);
    }
  }
}

function partOf(now: number, zone: string, part: 'weekday' | 'day'): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    ...(part === 'weekday' ? { weekday: 'short' } : { day: 'numeric' }),
  }).format(now);
}
const weekdayOf = (now: number, zone: string) =>
  Math.max(0, WEEKDAYS.indexOf(partOf(now, zone, 'weekday').toLowerCase()));
const dayOfMonth = (now: number, zone: string) => Number(partOf(now, zone, 'day'));

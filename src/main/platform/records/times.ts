/**
 * Reads the forms in which logs write a moment. `zoned` is false where the text named no zone: then
 * `ms` is the wall-clock time as if it were UTC, and who calls decides what it means.
 *
 * Read: ISO 8601 and RFC 3339 with `T` or blank, comma or point, `Z`, `+02:00`, `+0200`, `+02`,
 * blank before the zone, `UTC`/`GMT`; seconds, milliseconds, microseconds and nanoseconds since 1970
 * by magnitude, and Windows FILETIME; `MM/DD/YYYY-HH:MM:SS.ffffff` of fast.log; RFC 5322 and Apache
 * dates with month names. Slash dates elsewhere only where day and month cannot be confused (or
 * AM/PM marks the American form). Not read: anything without a year. Fractions below a millisecond
 * are cut, never rounded up into the next one.
 */
export interface Moment {
  readonly ms: number;
  readonly zoned: boolean;
}

export type TimeReading = Moment | { readonly problem: string };

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function readTime(value: unknown): TimeReading | null {
  if (typeof value === 'number') return readEpoch(value);
  if (typeof value !== 'string') return value == null ? null : { problem: 'the time is no text' };
  const text = value.trim();
  if (text === '') return null;
  return readIso(text) ?? readOtherForms(text) ?? { problem: `not a time: ${shorten(text)}` };
}

function shorten(text: string): string {
  return `"${(text.length > 40 ? `${text.slice(0, 40)}…` : text).toWellFormed()}"`;
}

/** Magnitudes do not overlap for the years 1973 to 5138; FILETIME counts 100 ns from 1601. */
function readEpoch(value: number): TimeReading {
  const ms = epochMs(value);
  if (!(ms >= 0 && ms <= MAX_MS)) return { problem: `not a time: ${value}` };
  return { ms, zoned: true };
}

function epochMs(value: number): number {
  if (value < 1e11) return Math.floor(value * 1e3 + 1e-4);
  if (value < 1e14) return Math.floor(value);
  if (value < 1e17) return Math.floor(value / 1e3);
  if (value < 1.6e17) return Math.floor(value / 1e4) - 11_644_473_600_000;
  return Math.floor(value / 1e6);
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Milliseconds of a wall-clock time taken as UTC, or NaN where there is no such day or time. */
function civilMs(y: number, mo: number, d: number, h: number, mi: number, s: number): number {
  const leap = mo === 2 && y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0) ? 1 : 0;
  const days = (MONTH_DAYS[mo - 1] ?? 0) + leap;
  if (d < 1 || d > days || h > 23 || mi > 59 || s > 60) return Number.NaN;
  const shifted = mo <= 2 ? y - 1 : y;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (mo > 2 ? mo - 3 : mo + 9) + 2) / 5) + d - 1;
  const dayOfEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return (era * 146_097 + dayOfEra - 719_468) * DAY + h * HOUR + mi * MINUTE + s * 1_000;
}

/** Two digits at `at`, or NaN. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** `YYYY-MM-DD`, then optionally `T` or blank, `HH:MM[:SS[.f…]]` and a zone. Null: another form. */
function readIso(text: string): TimeReading | null {
  const first = text[4];
  if ((first !== '-' && first !== '/') || text[7] !== first) return null;
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  if (text.length === 10) return checked(civilMs(year, month, day, 0, 0, 0), 0, '', text);
  const mark = text[10];
  if ((mark !== 'T' && mark !== ' ' && mark !== 't') || text[13] !== ':') return null;
  const hasSeconds = text[16] === ':';
  const seconds = hasSeconds ? two(text, 17) : 0;
  const base = civilMs(year, month, day, two(text, 11), two(text, 14), seconds);
  const fraction = readFraction(text, hasSeconds ? 19 : 16);
  return checked(base, fraction.ms, text.slice(fraction.end), text);
}

/** Milliseconds of `.123456`; `end` is where it ends. */
function readFraction(text: string, at: number): { ms: number; end: number } {
  if (text[at] !== '.' && text[at] !== ',') return { ms: 0, end: at };
  let ms = 0;
  let end = at + 1;
  for (; end < text.length; end++) {
    const digit = text.charCodeAt(end) - 48;
    if (digit < 0 || digit > 9) break;
    const place = end - at;
    if (place <= 3) ms += digit * (place === 1 ? 100 : place === 2 ? 10 : 1);
  }
  return { ms, end };
}

function checked(base: number, ms: number, zone: string, text: string): TimeReading {
  if (Number.isNaN(base)) return { problem: `no such day or time: ${shorten(text)}` };
  const offset = zone === '' ? null : readOffset(zone.trim());
  if (offset !== null && Number.isNaN(offset)) return { problem: `not a time: ${shorten(text)}` };
  const at = base + ms - (offset ?? 0);
  if (at < -62_135_596_800_000 || at > MAX_MS) return { problem: `not a time: ${shorten(text)}` };
  return { ms: at, zoned: offset !== null };
}

/** Offset from UTC in ms, null where there is no zone, NaN where it is not one. */
function readOffset(zone: string): number | null {
  if (zone === '') return null;
  if (zone === 'Z' || zone === 'z' || zone === 'UTC' || zone === 'GMT') return 0;
  const sign = zone[0] === '+' ? 1 : zone[0] === '-' ? -1 : Number.NaN;
  const hours = two(zone, 1);
  const colon = zone[3] === ':' ? 1 : 0;
  const minutes = zone.length === 3 ? 0 : two(zone, 3 + colon);
  const isWhole = zone.length === 3 || zone.length === 5 + colon;
  return isWhole && hours <= 18 && minutes <= 59
    ? sign * (hours * HOUR + minutes * MINUTE)
    : Number.NaN;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SLASHED =
  /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:(?:[ T]|, )(\d{1,2}):(\d\d)(?::(\d\d)([.,]\d+)?)?(?: ?([AP]M))?)?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?$/i;
const FAST = /^(\d\d)\/(\d\d)\/(\d{4}|\d\d)-(\d\d):(\d\d):(\d\d)([.,]\d+)?$/;
const DAY_FIRST =
  /^(?:[a-z]{3,9},? )?(\d{1,2})[ /-]([a-z]{3})[a-z]{0,6}[ /-](\d{4})[ :T](\d\d):(\d\d)(?::(\d\d)([.,]\d+)?)?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?$/i;
const MONTH_FIRST =
  /^(?:[a-z]{3} )?([a-z]{3})[a-z]{0,6} {1,2}(\d{1,2}),? (\d{4}),? (\d{1,2}):(\d\d)(?::(\d\d)([.,]\d+)?)?(?: ?([AP]M))?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?$/i;
const WITHOUT_YEAR = /^(?:[a-z]{3} {1,2}\d{1,2}|\d\d\/\d\d)[ -]\d\d:\d\d/i;
const NUMBER = /^\d{9,19}(?:\.\d{1,9})?$/;

function readOtherForms(text: string): TimeReading | null {
  if (text.length > 60) return null;
  if (NUMBER.test(text)) return readEpoch(Number(text));
  if (WITHOUT_YEAR.test(text)) return { problem: `the time names no year: ${shorten(text)}` };
  return readFastLog(text) ?? readSlashed(text) ?? readNamedMonth(text);
}

function readFastLog(text: string): TimeReading | null {
  const m = FAST.exec(text);
  if (!m) return null;
  const year = Number(m[3]) + (m[3]?.length === 2 ? 2000 : 0);
  return assemble(year, Number(m[1]), Number(m[2]), [m[4], m[5], m[6], m[7]], '', text);
}

function readSlashed(text: string): TimeReading | null {
  const m = SLASHED.exec(text);
  if (!m) return null;
  const a = Number(m[1]);
  const b = Number(m[2]);
  const half = m[8]?.toUpperCase();
  const isMonthFirst = half !== undefined || b > 12;
  if (!isMonthFirst && a <= 12 && a !== b) {
    return { problem: `day and month can be confused: ${shorten(text)}` };
  }
  const hour = halfDayHour(m[4], half);
  const month = isMonthFirst ? a : b;
  return assemble(Number(m[3]), month, isMonthFirst ? b : a, [hour, m[5], m[6], m[7]], m[9], text);
}

function readNamedMonth(text: string): TimeReading | null {
  const d = DAY_FIRST.exec(text);
  if (d) {
    const month = MONTHS.indexOf((d[2] ?? '').toLowerCase()) + 1;
    return assemble(Number(d[3]), month, Number(d[1]), [d[4], d[5], d[6], d[7]], d[8], text);
  }
  const m = MONTH_FIRST.exec(text);
  if (!m) return null;
  const month = MONTHS.indexOf((m[1] ?? '').toLowerCase()) + 1;
  const hour = halfDayHour(m[4], m[8]?.toUpperCase());
  return assemble(Number(m[3]), month, Number(m[2]), [hour, m[5], m[6], m[7]], m[9], text);
}

function halfDayHour(hour: string | undefined, half: string | undefined): string | undefined {
  if (half === undefined || hour === undefined) return hour;
  const clock = Number(hour);
  return clock < 1 || clock > 12 ? '99' : String((clock % 12) + (half === 'PM' ? 12 : 0));
}

type ClockParts = readonly [
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  fraction: string | undefined,
];

function assemble(
  year: number,
  month: number,
  day: number,
  clock: ClockParts,
  zone: string | undefined,
  text: string,
): TimeReading {
  const [h, m, s, f] = clock;
  const base = civilMs(year, month, day, Number(h ?? 0), Number(m ?? 0), Number(s ?? 0));
  return checked(base, f ? readFraction(f, 0).ms : 0, (zone ?? '').toUpperCase(), text);
}

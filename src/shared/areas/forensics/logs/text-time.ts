/**
 * Times as logs write them: ISO 8601 and RFC 3339, Unix time in seconds to nanoseconds, FILETIME, those of
 * web servers (RFC 3164, common log), mail dates, days before months or the other way round.
 *
 * What a text leaves out (zone, year) or leaves open (day or month first) is told by `note`; it is never
 * guessed in silence.
 */

export interface TextTime {
  /** ms since 1970 UTC, cut off. */
  readonly ms: number;
  /** 0 to 999,999. */
  readonly nanos: number;
}

/** What the last time read left open, in words for the receipt; null where it said all. */
type TimeNote = string | null;

const NO_ZONE = 'no zone is stated: read as UTC';
const NO_YEAR = 'no year is stated: the last one before the file was taken in, read as UTC';
const OPEN_DAY = 'day and month can be exchanged: read as month/day';

const DAY_MS = 86_400_000;
const MONTHS: Readonly<Record<string, number>> = {
  jan: 0,
  feb: 1,
  mar: 2,
  apr: 3,
  may: 4,
  jun: 5,
  jul: 6,
  aug: 7,
  sep: 8,
  oct: 9,
  nov: 10,
  dec: 11,
};

const ISO =
  /^[+]?(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T \-:]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{0,2}(?::\d{2})?)?$/i;
const COMPACT =
  /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?:[.,](\d{1,12}))?(Z|[+-]\d{2}:?\d{0,2})?$/;
const WEB =
  /^\[?(\d{1,2})\/([A-Za-z]{3})\/(\d{4})[: ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,12}))?\s*([+-]\d{4}|Z)?\]?$/;
const MAIL =
  /^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const MONTH_FIRST =
  /^(?:[A-Za-z]{3}\s+)?([A-Za-z]{3})[a-z]*\s+(\d{1,2})(?:,?\s+(\d{4}),?)?\s+(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,12}))?(?:\s+(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?(?:\s+(\d{4}))?(?:\s+(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i;
const PARTS =
  /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|\d{2})[,T -]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s*([AP]\.?M\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const NUMBER = /^-?(\d{1,20})(?:[.,](\d{1,12}))?$/;
const EXPONENT = /^\d\.\d{1,17}e\+?\d{1,2}$/i;
const JSON_DATE = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/;

/** What is decided from other times of the same file. */
export class TimeTexts {
  readonly #takenAt: number;
  note: TimeNote = null;
  /** 'iso', 'unix-s' …: the form of the last time read. */
  form = '';
  /** A day beyond 12 has shown which number it is. */
  #dayFirst: boolean | null = null;

  constructor(takenAt: number) {
    this.#takenAt = takenAt;
  }

  /** Null where the text is no time. */
  read(text: string): TextTime | null {
    this.note = null;
    if (text.length < 8 || text.length > 64) return null;
    const first = text.charCodeAt(0);
    const isDigit = first >= 48 && first <= 57;
    if (isDigit && text.charCodeAt(4) === 45) {
      const quick = this.#quickIso(text);
      if (quick) return quick;
    }
    return isDigit || first === 43 || first === 91 || first === 45
      ? (this.#number(text) ?? this.#digits(text))
      : this.#words(text);
  }

  /** `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, which most logs write. */
  #quickIso(text: string): TextTime | null {
    const { length } = text;
    if (length < 20 || text.charCodeAt(length - 1) !== 90 || text.charCodeAt(7) !== 45) return null;
    if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return null;
    const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
    const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
    const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
    if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31 && year > 0)) return null;
    if (!(hour < 24 && minute < 60 && second <= 60)) return null;
    let nanos = 0;
    if (length > 20) {
      if (text.charCodeAt(19) !== 46 || length > 30) return null;
      let scale = 100_000_000;
      for (let at = 20; at < length - 1; at++, scale /= 10) {
        const digit = text.charCodeAt(at) - 48;
        if (!(digit >= 0 && digit <= 9)) return null;
        nanos += digit * scale;
      }
    }
    const millis = Math.floor(nanos / 1_000_000);
    this.form = 'iso';
    return {
      ms: Date.UTC(year, month - 1, day, hour, minute, second, millis),
      nanos: Math.round(nanos - millis * 1_000_000),
    };
  }

  #digits(text: string): TextTime | null {
    const iso = ISO.exec(text) ?? COMPACT.exec(text);
    if (iso) {
      this.form = 'iso';
      const [, year, month, day, hour, minute, second, fraction, zone] = iso;
      return this.#made([year, Number(month) - 1, day, hour, minute, second], fraction, zone);
    }
    const worded = WEB.exec(text) ?? MAIL.exec(text);
    if (worded) return this.#worded(worded);
    const parts = PARTS.exec(text);
    return parts ? this.#parts(parts) : null;
  }

  #worded([
    ,
    day,
    month,
    year,
    hour,
    minute,
    second,
    fraction,
    zone,
  ]: RegExpExecArray): TextTime | null {
    this.form = 'day month year';
    const at = MONTHS[(month ?? '').toLowerCase()];
    return at === undefined
      ? null
      : this.#made([year, at, day, hour, minute, second], fraction, zone);
  }

  #words(text: string): TextTime | null {
    const json = JSON_DATE.exec(text);
    if (json) {
      this.form = 'unix-ms';
      return { ms: Number(json[1]), nanos: 0 };
    }
    const mail = MAIL.exec(text);
    if (mail) return this.#worded(mail);
    const found = MONTH_FIRST.exec(text);
    if (!found) return null;
    const [, name, day, before, hour, minute, second, fraction, zone, behind, zoneBehind] = found;
    const month = MONTHS[(name ?? '').toLowerCase()];
    if (month === undefined) return null;
    const year = before ?? behind;
    this.form = year === undefined ? 'month day' : 'month day year';
    if (year !== undefined) {
      return this.#made([year, month, day, hour, minute, second], fraction, zone ?? zoneBehind);
    }
    return this.#withoutYear([month, day, hour, minute, second], fraction, zone ?? zoneBehind);
  }

  /** The last year in which the time is not later than a day after the file was taken in. */
  #withoutYear(
    [month, ...rest]: readonly (string | number | undefined)[],
    fraction: string | undefined,
    zone: string | undefined,
  ): TextTime | null {
    const now = new Date(this.#takenAt).getUTCFullYear();
    for (let year = now + 1; year > now - 9; year--) {
      const time = this.#made([year, month, ...rest], fraction, zone);
      if (time && time.ms <= this.#takenAt + DAY_MS) {
        this.note = NO_YEAR;
        return time;
      }
    }
    return null;
  }

  #parts([
    ,
    a,
    separator,
    b,
    years,
    hour,
    minute,
    second,
    fraction,
    half,
    zone,
  ]: RegExpExecArray): TextTime | null {
    this.form = 'day/month/year';
    const [first, next] = [Number(a), Number(b)];
    if (first > 12) this.#dayFirst = true;
    else if (next > 12) this.#dayFirst = false;
    // With dots the day comes first wherever they are written.
    const isDayFirst = this.#dayFirst ?? separator === '.';
    const isOpen = this.#dayFirst === null && separator !== '.' && first !== next;
    const year = Number(years) + ((years ?? '').length === 2 ? 2_000 : 0);
    const month = (isDayFirst ? next : first) - 1;
    const time = this.#made(
      [year, month, isDayFirst ? first : next, hourOf(Number(hour), half), minute, second],
      fraction,
      zone,
    );
    if (time && isOpen) this.note = zone ? OPEN_DAY : `${OPEN_DAY}; ${NO_ZONE}`;
    return time;
  }

  #made(
    parts: readonly (string | number | undefined)[],
    fraction: string | undefined,
    zone: string | undefined,
  ): TextTime | null {
    const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
      part === undefined ? undefined : Number(part),
    );
    const isSound = month >= 0 && month < 12 && day >= 1 && day <= 31 && hour <= 24;
    if (!isSound || minute > 59 || second > 60 || year < 1) return null;
    const whole = Date.UTC(year, month, day, hour, minute, second);
    const offset = zone === undefined ? 0 : zoneMinutes(zone);
    if (!Number.isFinite(whole) || offset === null) return null;
    if (zone === undefined) this.note = NO_ZONE;
    const nanos = Number((fraction ?? '').padEnd(9, '0').slice(0, 9));
    const millis = Math.floor(nanos / 1_000_000);
    return { ms: whole - offset * 60_000 + millis, nanos: nanos - millis * 1_000_000 };
  }

  /** By their size: seconds to 1e11, ms to 1e14, µs to 1e16 (with FILETIME between), ns beyond. */
  #number(text: string): TextTime | null {
    const found = NUMBER.exec(text);
    if (!found)
      return EXPONENT.test(text) ? this.#number(BigInt(Math.trunc(Number(text))).toString()) : null;
    const [, digits = '', fraction = ''] = found;
    if (text.startsWith('-')) return null;
    if (digits.length >= 9 && digits.length <= 11) return this.#unix('unix-s', digits, fraction, 9);
    if (fraction !== '' && digits.length > 14) return null;
    if (digits.length >= 12 && digits.length <= 14)
      return this.#compactOr('unix-ms', digits, fraction);
    if (digits.length >= 15 && digits.length <= 17) return this.#unix('unix-us', digits, '', 3);
    if (digits.length === 18) return this.#fileTime(digits);
    return digits.length === 19 ? this.#unix('unix-ns', digits, '', 0) : null;
  }

  /** 14 digits that are a date are one: 20260102030405. */
  #compactOr(form: string, digits: string, fraction: string): TextTime | null {
    if (digits.length === 14 && /^(?:19|20)\d\d[01]/.test(digits)) {
      const at = (from: number, to: number) => digits.slice(from, to);
      const parts = [at(0, 4), Number(at(4, 6)) - 1, at(6, 8), at(8, 10), at(10, 12), at(12, 14)];
      const time = this.#made(parts, fraction, undefined);
      if (time) {
        this.form = 'iso';
        return time;
      }
    }
    return this.#unix(form, digits, fraction, 6);
  }

  /** 100 ns since 1601; of 18 digits in our time it begins with 11 to 16, nanoseconds do not. */
  #fileTime(digits: string): TextTime | null {
    const ticks = BigInt(digits) - 116_444_736_000_000_000n;
    if (ticks < 0n) return null;
    this.form = 'filetime';
    return { ms: Number(ticks / 10_000n), nanos: Number(ticks % 10_000n) * 100 };
  }

  #unix(form: string, digits: string, fraction: string, zeros: number): TextTime {
    this.form = form;
    const nanos = digits + fraction.padEnd(zeros, '0').slice(0, zeros);
    const cut = nanos.length - 6;
    return { ms: Number(nanos.slice(0, cut)), nanos: Number(nanos.slice(cut)) };
  }
}

function twoDigits(text: string, at: number): number {
  const [high, low] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : Number.NaN;
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

function zoneMinutes(zone: string): number | null {
  const first = zone.charAt(0);
  if (first !== '+' && first !== '-') return 0;
  const digits = zone.slice(1).replaceAll(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  if (!(minutes <= 24 * 60)) return null;
  return first === '-' ? -minutes : minutes;
}

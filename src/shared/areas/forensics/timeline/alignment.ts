/** How far a source's clock was off: added to its recorded times where they are read. */
import { DAY_NS, fromNs, type Moment, MS_NS, SECOND_NS, toNs } from './moment.ts';

export const ALIGNMENT_METHODS = ['none', 'manual', 'known-event', 'ntp-log'] as const;
export type AlignmentMethod = (typeof ALIGNMENT_METHODS)[number];
export const ALIGNMENT_METHOD_LABELS: Readonly<Record<AlignmentMethod, string>> = {
  none: 'Not aligned',
  manual: 'Set by hand',
  'known-event': 'From a known event',
  'ntp-log': 'From an NTP log',
};

export const ALIGNMENT_CONFIDENCES = ['low', 'medium', 'high'] as const;
export type AlignmentConfidence = (typeof ALIGNMENT_CONFIDENCES)[number];
export const ALIGNMENT_CONFIDENCE_LABELS: Readonly<Record<AlignmentConfidence, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

/** A clock that is further off is a mistake in the form. */
export const MOST_OFFSET_DAYS = 36_525;
export const isOffsetInBounds = (offset: Moment): boolean => {
  const ns = toNs(offset);
  return ns <= BigInt(MOST_OFFSET_DAYS) * DAY_NS && -ns <= BigInt(MOST_OFFSET_DAYS) * DAY_NS;
};

const UNITS: readonly (readonly [unit: string, ns: bigint])[] = [
  ['d', DAY_NS],
  ['h', 3_600n * SECOND_NS],
  ['min', 60n * SECOND_NS],
  ['s', SECOND_NS],
  ['ms', MS_NS],
  ['µs', 1_000n],
  ['ns', 1n],
];
const NS_OF: ReadonlyMap<string, bigint> = new Map([
  ...UNITS,
  ['m', 60n * SECOND_NS] as const,
  ['us', 1_000n] as const,
  ['μs', 1_000n] as const,
]);

/** `+1 d 2 h`, `−350 ms`, `0`: in the units that it is made of. */
export function offsetText(offset: Moment): string {
  const whole = toNs(offset);
  if (whole === 0n) return '0';
  let rest = whole < 0n ? -whole : whole;
  const parts: string[] = [];
  for (const [unit, ns] of UNITS) {
    const count = rest / ns;
    if (count > 0n) parts.push(`${count} ${unit}`);
    rest %= ns;
  }
  return `${whole < 0n ? '−' : '+'}${parts.join(' ')}`;
}

const PART = /^(\d{1,15})(?:\.(\d{1,9}))?\s*(d|h|min|ms|us|µs|μs|ns|m|s)(?![a-zµμ])\s*/i;
const CLOCK = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?$/;

/** Reads what `offsetText` writes and what people type: `-350ms`, `+1d 2h 0.5s`, `-01:30:00.25`. Null where it is none. */
export function parseOffset(text: string): Moment | null {
  const trimmed = text.trim().replaceAll(' ', ' ');
  const sign = /^[-−+]/.exec(trimmed)?.[0] ?? '';
  const body = trimmed.slice(sign.length).trim();
  const size = body === '0' ? 0n : (clockNs(body) ?? partsNs(body));
  if (size === null) return null;
  const offset = fromNs(sign === '-' || sign === '−' ? -size : size);
  return isOffsetInBounds(offset) ? offset : null;
}

function clockNs(body: string): bigint | null {
  const found = CLOCK.exec(body);
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  const whole = BigInt(hours) * 3_600n + BigInt(minutes) * 60n + BigInt(seconds);
  return whole * SECOND_NS + BigInt(fraction.padEnd(9, '0'));
}

function partsNs(body: string): bigint | null {
  let rest = body;
  let sum = 0n;
  while (rest !== '') {
    const found = PART.exec(rest);
    const [all = '', count = '0', fraction = '', unit = ''] = found ?? [];
    const ns = NS_OF.get(unit.toLowerCase());
    if (!found || ns === undefined) return null;
    sum += BigInt(count) * ns + (BigInt(fraction.padEnd(9, '0')) * ns) / 1_000_000_000n;
    rest = rest.slice(all.length);
  }
  return body === '' ? null : sum;
}

/** What must be added so that `recorded` becomes `actual`. */
export const offsetBetween = (recorded: Moment, actual: Moment): Moment =>
  fromNs(toNs(actual) - toNs(recorded));

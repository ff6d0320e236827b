/**
 * Moments to the nanosecond. A double holds whole nanoseconds since 1970 only to some hundreds, so a
 * moment is a pair, or a BigInt where it is reckoned with; nothing here passes through a double.
 */

export interface Moment {
  /** Since 1970 UTC, cut off. */
  readonly ms: number;
  /** Beyond it: 0 to 999,999. */
  readonly nanos: number;
}

export const MS_NS = 1_000_000n;
export const SECOND_NS = 1_000n * MS_NS;
export const DAY_NS = 86_400n * SECOND_NS;

export const toNs = ({ ms, nanos }: Moment): bigint => BigInt(ms) * MS_NS + BigInt(nanos);

/** The parts of a sum below zero are cut downwards: `nanos` is never negative. */
export function fromNs(ns: bigint): Moment {
  const rest = ((ns % MS_NS) + MS_NS) % MS_NS;
  return { ms: Number((ns - rest) / MS_NS), nanos: Number(rest) };
}

export const addMoments = (one: Moment, other: Moment): Moment => {
  const nanos = one.nanos + other.nanos;
  return nanos < 1_000_000
    ? { ms: one.ms + other.ms, nanos }
    : { ms: one.ms + other.ms + 1, nanos: nanos - 1_000_000 };
};

export const compareMoments = (a: Moment, b: Moment): number => a.ms - b.ms || a.nanos - b.nanos;

/** What `Date` can say. */
const LAST_MS = 8.64e15;

/** `2026-11-20T12:00:00.123Z`, with six or nine digits where there is more to say. */
export function momentIso({ ms, nanos }: Moment): string {
  if (!Number.isFinite(ms) || Math.abs(ms) > LAST_MS) return 'out of range';
  const iso = new Date(ms).toISOString();
  if (nanos === 0) return iso;
  const digits = String(nanos).padStart(6, '0');
  return `${iso.slice(0, -1)}${digits.endsWith('000') ? digits.slice(0, 3) : digits}Z`;
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/;

/** An ISO time with up to nine digits after the second; without a zone it is UTC. Null where it is none. */
export function parseMoment(text: string): Moment | null {
  const found = ISO.exec(text.trim());
  if (!found) return null;
  const [, day = '', clock = '', fraction = '', zone = 'Z'] = found;
  const offset = zone === 'Z' || zone === 'UTC' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const seconds = Date.parse(`${day}T${clock}${offset}`);
  // Date takes the 31st of a short month for the first of the next.
  if (Number.isNaN(seconds) || !isRealDay(day)) return null;
  const digits = fraction.padEnd(9, '0');
  return { ms: seconds + Number(digits.slice(0, 3)), nanos: Number(digits.slice(3)) };
}

function isRealDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

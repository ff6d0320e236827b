/** The stretch of time that a chart shows, from ages to a microsecond, and where a moment lies in it. */
import { DAY_MS } from '../../../kernel/time.ts';
import { DAY_NS, fromNs, MS_NS, momentIso, SECOND_NS } from './moment.ts';

export interface TimeView {
  /** ns since 1970. */
  readonly from: bigint;
  /** ns, at least 1,000. */
  readonly span: bigint;
}

const LEAST_SPAN_NS = 1_000n;
const MOST_SPAN_NS = 200n * 366n * DAY_NS;

/** 0 at the beginning of the view and 1 at its end; the difference is exact before it becomes a share. */
export const placeIn = ({ from, span }: TimeView, at: bigint): number =>
  Number(at - from) / Number(span);

/** The moment at a share of the view. */
export const momentAt = ({ from, span }: TimeView, share: number): bigint =>
  from + BigInt(Math.round(share * Number(span)));

const bounded = (span: bigint): bigint =>
  span < LEAST_SPAN_NS ? LEAST_SPAN_NS : span > MOST_SPAN_NS ? MOST_SPAN_NS : span;

/** `factor` over 1 shows more; the moment at `share` stays where it is. */
export function zoomed(view: TimeView, factor: number, share = 0.5): TimeView {
  const span = bounded(BigInt(Math.max(1, Math.round(Number(view.span) * factor))));
  if (span === view.span) return view;
  const fixed = momentAt(view, share);
  return { from: fixed - BigInt(Math.round(share * Number(span))), span };
}

export const moved = (view: TimeView, share: number): TimeView => ({
  ...view,
  from: view.from + BigInt(Math.round(share * Number(view.span))),
});

/** All of it with a little room at both ends; an instant alone gets a second. */
export function viewOf(first: bigint, last: bigint): TimeView {
  const between = last > first ? last - first : 0n;
  const span = between === 0n ? SECOND_NS : between + between / 25n + 2n;
  return { from: first - (span - between) / 2n, span: bounded(span) };
}

/** A view between two moments, in either order. */
export function between(one: bigint, other: bigint): TimeView {
  const [from, to] = one < other ? [one, other] : [other, one];
  return { from, span: bounded(to - from) };
}

export interface Tick {
  readonly at: bigint;
  readonly label: string;
}

const MINUTE_NS = 60n * SECOND_NS;
const HOUR_NS = 60n * MINUTE_NS;
/** Under a day, steps are even in time. */
const STEPS: readonly bigint[] = [
  ...[1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n],
  ...[1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n].map((n) => n * 1_000n),
  ...[1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n].map((n) => n * MS_NS),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((n) => n * SECOND_NS),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((n) => n * MINUTE_NS),
  ...[1n, 2n, 3n, 6n, 12n].map((n) => n * HOUR_NS),
];
const DAYS = [1, 2, 5, 10];
const MONTHS = [1, 3, 6, 12, 24, 60, 120, 240, 600];
const MOST_TICKS = 400;

/** Of the clock that is shown: what local time is ahead of UTC at a moment, in minutes. */
export type ZoneAhead = (ms: number) => number;

/** At most about `most` ticks, at round times of the shown clock. */
export function ticksOf(view: TimeView, most: number, ahead: ZoneAhead): Tick[] {
  const wanted = view.span / BigInt(Math.max(1, most)) + 1n;
  const step = STEPS.find((one) => one >= wanted);
  if (step !== undefined) return evenTicks(view, step, ahead);
  const days = DAYS.find((count) => BigInt(count) * DAY_NS >= wanted);
  if (days !== undefined) return calendarTicks(view, { days, months: 0 }, ahead);
  const months =
    MONTHS.find((count) => BigInt(count * 30) * DAY_NS >= wanted) ?? MONTHS.at(-1) ?? 600;
  return calendarTicks(view, { days: 0, months }, ahead);
}

function evenTicks(view: TimeView, step: bigint, ahead: ZoneAhead): Tick[] {
  const shiftAt = (at: bigint) => BigInt(ahead(fromNs(at).ms)) * MINUTE_NS;
  let shift = shiftAt(view.from);
  const ticks: Tick[] = [];
  for (let at = ((view.from + shift) / step) * step - shift; at <= view.from + view.span; ) {
    if (at >= view.from) ticks.push({ at, label: labelOf(at + shift, step) });
    at += step;
    const next = shiftAt(at);
    // The clock was put forward or back in between: on at its nearest round time.
    if (next !== shift) at = ((at + next + step / 2n) / step) * step - next;
    shift = next;
  }
  return ticks;
}

function labelOf(shown: bigint, step: bigint): string {
  const moment = fromNs(shown);
  const iso = momentIso({ ms: moment.ms, nanos: 0 });
  if (step < SECOND_NS) {
    const nine = `${iso.slice(20, 23)}${String(moment.nanos).padStart(6, '0')}`;
    const digits = step < 1_000n ? 9 : step < MS_NS ? 6 : 3;
    return `${iso.slice(14, 19)}.${nine.slice(0, digits)}`;
  }
  if (shown % DAY_NS === 0n) return iso.slice(0, 10);
  return step < MINUTE_NS ? iso.slice(11, 19) : iso.slice(11, 16);
}

function calendarTicks(
  view: TimeView,
  { days, months }: { days: number; months: number },
  ahead: ZoneAhead,
): Tick[] {
  const shift = ahead(fromNs(view.from).ms) * 60_000;
  const start = fromNs(view.from).ms + shift;
  const date = new Date(start);
  const step = months > 0 ? months : days;
  const number =
    months > 0 ? date.getUTCFullYear() * 12 + date.getUTCMonth() : Math.floor(start / DAY_MS);
  const first = Math.floor(number / step) * step;
  const end = view.from + view.span;
  const ticks: Tick[] = [];
  for (let next = first; ticks.length < MOST_TICKS; next += step) {
    const at = months > 0 ? Date.UTC(Math.floor(next / 12), next % 12) : next * DAY_MS;
    // Summer time may begin between two ticks: each day begins when its own clock says.
    const ns = BigInt(at - ahead(at - shift) * 60_000) * MS_NS;
    if (ns > end) break;
    const iso = new Date(at).toISOString();
    const label = iso.slice(0, months >= 12 ? 4 : months > 0 ? 7 : 10);
    if (ns >= view.from) ticks.push({ at: ns, label });
  }
  return ticks;
}

/** `12 years`, `3 h`, `40 µs`: how much a view shows. */
export function spanText(span: bigint): string {
  const YEAR_NS = 365n * DAY_NS;
  const units: readonly (readonly [bigint, string])[] = [
    [YEAR_NS, 'years'],
    [DAY_NS, 'days'],
    [HOUR_NS, 'h'],
    [MINUTE_NS, 'min'],
    [SECOND_NS, 's'],
    [MS_NS, 'ms'],
    [1_000n, 'µs'],
  ];
  const [ns, unit] = units.find(([one]) => span >= one * 2n) ?? ([1_000n, 'µs'] as const);
  const tenths = (span * 10n) / ns;
  const whole = tenths / 10n;
  return whole >= 10n || tenths % 10n === 0n
    ? `${whole} ${unit}`
    : `${whole}.${tenths % 10n} ${unit}`;
}

import type { AlertVolume } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { ShownZone } from '../../ui/time-zone.ts';

/** Hours of the chart by their place in it, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * The same chart at a later moment at which nothing new has come: hours that began since are empty,
 * those that left are gone. A new alert is an event, so nobody has to ask what time alone does.
 */
export function volumeAt(volume: AlertVolume, now: number): AlertVolume {
  const from = Date.parse(volume.from);
  const length = volume.counts.LOW.length;
  const passed = Math.floor(now / HOUR_MS) - (Math.floor(from / HOUR_MS) + length - 1);
  if (passed <= 0) return volume;
  const moved = (counts: readonly number[]) => [
    ...counts.slice(passed),
    ...new Array<number>(Math.min(passed, length)).fill(0),
  ];
  const counts = {
    CRITICAL: moved(volume.counts.CRITICAL),
    HIGH: moved(volume.counts.HIGH),
    MEDIUM: moved(volume.counts.MEDIUM),
    LOW: moved(volume.counts.LOW),
  };
  return { from: new Date(from + passed * HOUR_MS).toISOString(), counts };
}

/** Alerts per hour, or per another step. */
export interface SteppedVolume extends AlertVolume {
  readonly stepMs?: number;
}

export function hourStart(volume: SteppedVolume, place: number): number {
  return Date.parse(volume.from) + place * (volume.stepMs ?? HOUR_MS);
}

/** The list's filter for a stretch; both ends of a filter belong to it, so the end is its last moment. */
export function stretchQuery(volume: AlertVolume, { first, last }: Stretch): string {
  const from = new Date(hourStart(volume, first)).toISOString();
  const to = new Date(hourStart(volume, last + 1) - 1).toISOString();
  return `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
}

export type SeverityCounts = Record<Severity, number>;

export function stretchCounts(volume: AlertVolume, { first, last }: Stretch): SeverityCounts {
  const sum = (severity: Severity) =>
    volume.counts[severity].slice(first, last + 1).reduce((total, count) => total + count, 0);
  return { CRITICAL: sum('CRITICAL'), HIGH: sum('HIGH'), MEDIUM: sum('MEDIUM'), LOW: sum('LOW') };
}

export function totalOf(counts: SeverityCounts): number {
  return SEVERITIES.reduce((total, severity) => total + counts[severity], 0);
}

/** `2 critical, 1 low`: what there is, the most severe first; nothing where there is nothing. */
export function countsText(counts: SeverityCounts): string {
  return SEVERITIES.filter((severity) => counts[severity] > 0)
    .map((severity) => {
      return `${counts[severity].toLocaleString()} ${SEVERITY_LABELS[severity].toLowerCase()}`;
    })
    .join(', ');
}

/** A hand that moved one end past the other holds the other end. */
export function stretchBetween(a: number, b: number, length: number): Stretch {
  const within = (place: number) => Math.max(0, Math.min(length - 1, place));
  return { first: within(Math.min(a, b)), last: within(Math.max(a, b)) };
}

const DAY_HOURS = 24;

/** What a key does to one end of a stretch; undefined where it does nothing. */
export function moveEnd(
  stretch: Stretch,
  end: 'first' | 'last',
  key: string,
  length: number,
): Stretch | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -DAY_HOURS,
    PageUp: DAY_HOURS,
    Home: -length,
    End: length,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const [low, high] = end === 'first' ? [0, stretch.last] : [stretch.first, length - 1];
  return { ...stretch, [end]: Math.max(low, Math.min(high, stretch[end] + step)) };
}

/** A round number at or above the highest bar, that halves into a whole one. */
export function axisTop(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10];
  const top = Math.round((steps.find((step) => step * power >= highest) ?? 10) * power);
  return top % 2 === 0 ? top : top + 1;
}

export interface DayTick {
  /** The first hour of the chart that lies in this day. */
  readonly place: number;
  readonly label: string;
}

const MONTH_MS = 30 * DAY_HOURS * HOUR_MS;

function tickParts(stepMs: number): Intl.DateTimeFormatOptions {
  if (stepMs >= MONTH_MS) return { month: 'short', year: 'numeric' };
  if (stepMs > HOUR_MS) return { month: 'short', day: 'numeric' };
  return { weekday: 'short', day: 'numeric' };
}

/** Ticks whose labels have room: `step` px a place, `room` px a label. */
export function roomyTicks(ticks: readonly DayTick[], step: number, room: number): DayTick[] {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ place }) => {
    if (place * step < end) return false;
    end = place * step + room;
    return true;
  });
}

/**
 * Where a day begins on the wall of this zone. Days are told apart by their date, never counted in
 * hours: one of 23 or 25 hours, or a zone off the hour, is no special case.
 */
export function dayTicks(volume: SteppedVolume, zone: ShownZone, locale?: string): DayTick[] {
  const format = new Intl.DateTimeFormat(locale, {
    ...tickParts(volume.stepMs ?? HOUR_MS),
    ...(zone ? { timeZone: zone } : {}),
  });
  const labels = volume.counts.LOW.map((_, place) => format.format(hourStart(volume, place)));
  return labels.flatMap((label, place) =>
    place > 0 && label !== labels[place - 1] ? [{ place, label }] : [],
  );
}

/**
 * `Sun, Oct 25, 01:00 GMT+1`: with its zone, so that an hour that comes twice reads differently. The
 * formatter is made once, for all hours of a chart.
 */
export function hourFormat(zone: ShownZone, locale?: string): (time: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(zone ? { timeZone: zone } : {}),
  });
  return (time) => format.format(time);
}

/** Figures over what a query finds: histogram, silences and bursts. */
import type { EventKind } from '../../../../shared/areas/forensics/events/event.types.ts';
import type { EventQuery } from '../../../../shared/areas/forensics/events/event-query.ts';
import { alignedTimes } from './aligned-times.ts';
import type { Histogram, HistogramRequest, Irregularity } from './event-store.types.ts';
import type { FoundRows } from './found-rows.ts';
import { hitsIn, type Mask, partOf } from './row-masks.ts';
import { COLUMN } from './segment-image.ts';

const NANOS_PER_MS = 1_000_000;
/** A silence shorter than this is none; a burst's length. */
const MINUTE_MS = 60_000;
const GAP_TIMES = 10;
const BURST_TIMES = 10;
/** A burst has at least so many events: three where one is usual is nothing. */
const BURST_EVENTS = 50;
/** Bursts are looked for where a source has enough minutes to have a usual. */
const USUAL_MINUTES = 10;

function spanOf(found: FoundRows, mask: Mask): { first: number; last: number } | null {
  const { segments } = found.now();
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const segment of segments) {
    const part = partOf(mask, segment);
    const { ms } = alignedTimes(found.reader, segment, { clock: found.clockOf(segment) });
    for (let row = 0; row < ms.length; row++) {
      if (part && part[row] === 0) continue;
      const time = ms[row] as number;
      if (time < first) first = time;
      if (time > last) last = time;
    }
  }
  return first <= last ? { first, last } : null;
}

/** As asked for, or from the first to the last event. */
function shownSpan(found: FoundRows, mask: Mask, request: HistogramRequest) {
  const isOpen = request.fromMs === undefined || request.toMs === undefined;
  const span = isOpen ? spanOf(found, mask) : null;
  const fromMs = request.fromMs ?? span?.first ?? 0;
  const toMs = request.toMs ?? (span ? span.last + 1 : fromMs + 1);
  return { fromMs, toMs: Math.max(fromMs + 1, toMs) };
}

export function histogramOf(
  found: FoundRows,
  query: EventQuery,
  request: HistogramRequest,
): Histogram {
  const { mask, total } = found.find(query);
  const { fromMs, toMs } = shownSpan(found, mask, request);
  const buckets = Math.max(1, request.buckets);
  const bucketMs = (toMs - fromMs) / buckets;
  const counts = new Array<number>(buckets).fill(0);
  const byKind: Partial<Record<EventKind, number[]>> = {};
  let inside = 0;
  const bucketOf = (ms: number, nanos: number): number =>
    ms >= fromMs && ms < toMs
      ? Math.min(buckets - 1, Math.floor((ms - fromMs + nanos / NANOS_PER_MS) / bucketMs))
      : -1;
  for (const segment of found.now().segments) {
    const part = partOf(mask, segment);
    if (part && hitsIn(part, segment.rows) === 0) continue;
    const { ms, nanos } = alignedTimes(found.reader, segment, { clock: found.clockOf(segment) });
    const kinds = found.reader.column(segment, COLUMN.kind);
    const byCode = Array.from({ length: (kinds?.distinct ?? 0) + 1 }, (_, code) => {
      if (code === 0) return [];
      const kind = String(found.reader.value(segment, COLUMN.kind, code - 1)) as EventKind;
      byKind[kind] ??= new Array<number>(buckets).fill(0);
      return byKind[kind];
    });
    for (let row = 0; row < ms.length; row++) {
      if (part && part[row] === 0) continue;
      const bucket = bucketOf(ms[row] as number, nanos[row] || 0);
      if (bucket < 0) continue;
      counts[bucket] = (counts[bucket] as number) + 1;
      const ofKind = byCode[found.reader.codeAt(kinds, row)] as number[];
      ofKind[bucket] = (ofKind[bucket] as number) + 1;
      inside++;
    }
  }
  for (const [kind, values] of Object.entries(byKind))
    if (values.every((count) => count === 0)) delete byKind[kind as EventKind];
  return { fromMs, toMs, bucketMs, counts, byKind, outside: total - inside };
}

/** Aligned times of what is found, by source, in order. */
function timesBySource(found: FoundRows, mask: Mask): Map<string, Float64Array> {
  const { segments } = found.now();
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const hits = hitsIn(partOf(mask, segment), segment.rows);
    counts.set(segment.sourceId, (counts.get(segment.sourceId) ?? 0) + hits);
  }
  const times = new Map([...counts].map(([id, count]) => [id, new Float64Array(count)]));
  const ends = new Map<string, number>();
  for (const segment of segments) {
    const into = times.get(segment.sourceId);
    if (!into) continue;
    const part = partOf(mask, segment);
    const { ms } = alignedTimes(found.reader, segment, { clock: found.clockOf(segment) });
    let end = ends.get(segment.sourceId) ?? 0;
    for (let row = 0; row < ms.length; row++) {
      const time = ms[row] as number;
      if ((part && part[row] === 0) || Number.isNaN(time)) continue;
      into[end++] = time;
    }
    ends.set(segment.sourceId, end);
  }
  for (const [id, values] of times) {
    const kept = values.subarray(0, ends.get(id) ?? 0);
    times.set(id, isSorted(kept) ? kept : kept.sort());
  }
  return times;
}

function isSorted(values: Float64Array): boolean {
  for (let at = 1; at < values.length; at++)
    if ((values[at - 1] as number) > (values[at] as number)) return false;
  return true;
}

function gapsIn(sourceId: string, times: Float64Array): Irregularity[] {
  if (times.length < 3) return [];
  const distances = new Float64Array(times.length - 1);
  for (let at = 0; at < distances.length; at++)
    distances[at] = (times[at + 1] as number) - (times[at] as number);
  const sorted = distances.slice().sort();
  // Of 100 distances 99 are no longer; of few, all but the longest.
  const usual = sorted[Math.min(sorted.length - 2, Math.floor(sorted.length * 0.99))] as number;
  const least = Math.max(MINUTE_MS, usual * GAP_TIMES);
  const gaps: Irregularity[] = [];
  for (let at = 0; at < distances.length; at++) {
    const distance = distances[at] as number;
    if (distance <= least) continue;
    const [fromMs, toMs] = [times[at] as number, times[at + 1] as number];
    const relation = distance / Math.max(1, usual);
    gaps.push({ sourceId, type: 'gap', fromMs, toMs, events: 0, usual, times: relation });
  }
  return gaps;
}

function burstsIn(sourceId: string, times: Float64Array): Irregularity[] {
  const minutes: { minute: number; events: number }[] = [];
  for (let at = 0; at < times.length; at++) {
    const minute = Math.floor((times[at] as number) / MINUTE_MS);
    const last = minutes.at(-1);
    if (last?.minute === minute) last.events++;
    else minutes.push({ minute, events: 1 });
  }
  if (minutes.length < USUAL_MINUTES) return [];
  const sorted = minutes.map(({ events }) => events).sort((left, right) => left - right);
  const usual = sorted[sorted.length >> 1] as number;
  const least = Math.max(BURST_EVENTS, usual * BURST_TIMES);
  return minutes
    .filter(({ events }) => events >= least)
    .map(({ minute, events }) => ({
      ...{ sourceId, type: 'burst' as const, events, usual, times: events / usual },
      fromMs: minute * MINUTE_MS,
      toMs: (minute + 1) * MINUTE_MS,
    }));
}

export function irregularitiesOf(
  found: FoundRows,
  query: EventQuery,
  limit: number,
): Irregularity[] {
  const { mask } = found.find(query);
  return [...timesBySource(found, mask)]
    .flatMap(([sourceId, times]) => [...gapsIn(sourceId, times), ...burstsIn(sourceId, times)])
    .sort((left, right) => right.times - left.times || left.fromMs - right.fromMs)
    .slice(0, limit);
}

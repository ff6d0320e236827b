/** Puts rows into the order of their time with a natural merge sort: evidence mostly is in order already. */

/** Whether a place comes after another; who stands first from the start stays so where they are equal. */
type IsAfter = (left: number, right: number) => boolean;

/** Places with a time, then those without. */
function timedFirst(times: Float64Array): { order: Uint32Array<ArrayBuffer>; timed: number } {
  const order = new Uint32Array(times.length);
  let timed = 0;
  for (let place = 0; place < times.length; place++)
    if (!Number.isNaN(times[place])) order[timed++] = place;
  let untimed = timed;
  for (let place = 0; place < times.length; place++)
    if (Number.isNaN(times[place])) order[untimed++] = place;
  return { order, timed };
}

interface Runs {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function merge(from: Uint32Array, into: Uint32Array, runs: Runs, isAfter: IsAfter): void {
  const { start, middle, end } = runs;
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takesRight =
      left >= middle || (right < end && isAfter(from[left] as number, from[right] as number));
    into[at] = (takesRight ? from[right++] : from[left++]) as number;
  }
}

/**
 * Places 0 to n - 1 by time, then ns, then place; NaN (no time) last. `nanos` is left out where no
 * event has any.
 */
export function orderByTime(times: Float64Array, nanos: Uint32Array | null): Uint32Array {
  const { order, timed } = timedFirst(times);
  const isAfter: IsAfter = (left, right) => {
    const difference = (times[left] as number) - (times[right] as number);
    if (difference !== 0) return difference > 0;
    return nanos !== null && (nanos[left] as number) > (nanos[right] as number);
  };
  let ends = [0];
  for (let at = 1; at < timed; at++)
    if (isAfter(order[at - 1] as number, order[at] as number)) ends.push(at);
  ends.push(timed);
  if (timed === 0 || ends.length === 2) return order;
  let from: Uint32Array<ArrayBuffer> = order;
  let into = new Uint32Array(order);
  while (ends.length > 2) {
    const merged = [0];
    for (let run = 0; run + 1 < ends.length; run += 2) {
      const middle = ends[run + 1] as number;
      const end = ends[run + 2] ?? middle;
      merge(from, into, { start: ends[run] as number, middle, end }, isAfter);
      merged.push(end);
    }
    [from, into] = [into, from];
    ends = merged;
  }
  return from;
}

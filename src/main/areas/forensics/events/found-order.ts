/** What is found, put in the order of time: by the order of all rows, once there is one. */
import type { EventSort } from '../../../../shared/areas/forensics/events/event-query.ts';
import { eachFound } from './row-masks.ts';

/** Places by time; the first `timed` have one. */
export interface TimeOrder {
  readonly places: Uint32Array;
  readonly timed: number;
}

/** Rows by place: 1 is found. Null: all are. */
export interface Found {
  readonly mask: Uint8Array | null;
  readonly total: number;
}

/** Of `order`, those that are found; answers how many of the first `timed` are. */
function pickFrom(
  { places: order, timed }: TimeOrder,
  mask: Uint8Array,
  into: Uint32Array,
): number {
  let end = 0;
  let before = 0;
  for (let at = 0; at < order.length; at++) {
    if (at === timed) before = end;
    const place = order[at] as number;
    if (mask[place] === 1) into[end++] = place;
  }
  return timed >= order.length ? end : before;
}

/** Where few of all rows are found, these are put in order instead of all being looked through. */
const FEW_OF_ALL = 16;
export const areMany = ({ mask, total }: Found): boolean =>
  mask === null || total * FEW_OF_ALL > mask.length;

/** So far from the start of a list it is found by walking; beyond, all that is found is put in order. */
export const WALK = 2_000;

interface FirstRequest {
  readonly sort: EventSort;
  readonly count: number;
  /** The place in the order of every row. */
  readonly rankOf: () => Uint32Array;
}

/** The first `count` with a time, from either end; null where this is not the way, or there are not enough. */
export function firstTimed(
  order: TimeOrder,
  found: Found,
  { sort, count, rankOf }: FirstRequest,
): number[] | null {
  const { mask, total } = found;
  if (mask === null || sort === 'inserted' || count > WALK || count > total) return null;
  return areMany(found)
    ? firstByWalking(order, mask, { sort, count })
    : firstByRank(order, mask, { isLast: sort === '-time', count, ranks: rankOf() });
}

function firstByWalking(
  { places: order, timed }: TimeOrder,
  mask: Uint8Array,
  { sort, count }: { sort: EventSort; count: number },
): number[] | null {
  const first: number[] = [];
  for (let walked = 0; walked < timed && first.length < count; walked++) {
    const place = order[sort === 'time' ? walked : timed - 1 - walked] as number;
    if (mask[place] === 1) first.push(place);
  }
  return first.length === count ? first : null;
}

/**
 * So many ranks more than are asked for are gathered before the last of them go: evidence mostly is in
 * order, so these are few times.
 */
const GATHERED = 4_096;

/** Without putting all that is found in order. */
function firstByRank(
  { places, timed }: TimeOrder,
  mask: Uint8Array,
  { isLast, count, ranks }: { isLast: boolean; count: number; ranks: Uint32Array },
): number[] | null {
  // The last of all are the first when counted from behind.
  const gathered = new Uint32Array(count + GATHERED);
  let end = 0;
  let bound = timed;
  const keepFirst = (): void => {
    const kept = gathered.subarray(0, end).sort();
    end = Math.min(end, count);
    if (end === count) bound = kept[count - 1] as number;
  };
  eachFound(mask, { isBackwards: isLast }, (place) => {
    const rank = ranks[place] as number;
    const distance = isLast ? timed - 1 - rank : rank;
    if (distance < 0 || distance >= bound) return;
    gathered[end++] = distance;
    if (end === gathered.length) keepFirst();
  });
  keepFirst();
  if (end < count) return null;
  return Array.from(
    gathered.subarray(0, count),
    (distance) => places[isLast ? timed - 1 - distance : distance] as number,
  );
}

/** What is found of all rows by time; `rankOf`: the place in that order of every row. */
export function pickTimed(
  all: TimeOrder,
  { mask, total }: { mask: Uint8Array; total: number },
  rankOf: () => Uint32Array,
): TimeOrder {
  if (areMany({ mask, total })) {
    const places = new Uint32Array(total);
    return { timed: pickFrom(all, mask, places), places };
  }
  const ranks = rankOf();
  const places = pickInserted(mask, total).map((place) => ranks[place] as number);
  places.sort();
  const timed = places.findIndex((rank) => rank >= all.timed);
  for (let at = 0; at < places.length; at++)
    places[at] = all.places[places[at] as number] as number;
  return { places, timed: timed < 0 ? total : timed };
}

export function pickInserted(mask: Uint8Array, total: number): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(total);
  let end = 0;
  eachFound(mask, { isBackwards: false }, (place) => {
    places[end++] = place;
  });
  return places;
}

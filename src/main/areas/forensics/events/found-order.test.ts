import { expect, test } from 'vitest';
import { createRandom } from '../../../../../tests/helpers/random.ts';
import { areMany, firstTimed, pickTimed } from './found-order.ts';
import { orderByTime } from './time-order.ts';

const ROWS = 150_000;

/** Times in no order, as of files that were read one after another; a few rows have none. */
function makeOrder(seed: number) {
  const random = createRandom(seed);
  const times = Float64Array.from({ length: ROWS }, () =>
    random.chance(3) ? Number.NaN : random.below(60_000),
  );
  const places = orderByTime(times, null);
  const timed = times.filter((time) => !Number.isNaN(time)).length;
  const ranks = new Uint32Array(ROWS);
  for (const [rank, place] of places.entries()) ranks[place] = rank;
  return { random, order: { places, timed }, rankOf: () => ranks };
}

test('[ES12] a list of few or many begins as the order of all that is found would have it', () => {
  const { random, order, rankOf } = makeOrder(61);
  for (const share of [0.01, 5, 50]) {
    const mask = new Uint8Array(ROWS);
    for (let place = 0; place < ROWS; place++)
      mask[place] = random.below(10_000) < share * 100 ? 1 : 0;
    const total = mask.reduce((sum, one) => sum + one, 0);
    expect(areMany({ mask, total })).toBe(share === 50);
    const found = [...order.places].filter((place) => mask[place] === 1);
    const timed = found.filter((place) => (rankOf()[place] as number) < order.timed);
    const all = pickTimed(order, { mask, total }, rankOf);
    expect([...all.places]).toEqual(found);
    expect(all.timed).toBe(timed.length);
    for (const sort of ['time', '-time'] as const)
      for (const count of [1, timed.length >> 1, timed.length, timed.length + 1]) {
        const first = firstTimed(order, { mask, total }, { sort, count, rankOf });
        const expected = sort === 'time' ? timed : timed.toReversed();
        if (count <= Math.min(2_000, timed.length)) expect(first).toEqual(expected.slice(0, count));
        else expect(first).toBeNull();
      }
  }
});

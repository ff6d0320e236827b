/** Pseudo-random numbers from a seed (xorshift32), so that a failing run can be repeated. */
export interface Random {
  readonly seed: number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
}

/** `WATCHFLOOR_TEST_SEED` pins the seed; put the seed into the assertion's message. */
export function createRandom(defaultSeed: number): Random {
  const seed = Number(process.env.WATCHFLOOR_TEST_SEED ?? defaultSeed);
  let state = seed | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const below = (end: number) => next() % end;
  return {
    seed,
    below,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
    chance: (percent) => below(100) < percent,
  };
}

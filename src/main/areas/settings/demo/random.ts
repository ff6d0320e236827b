/** Chance that repeats: the same seed gives the same demo. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** Picks in proportion to the weights. */
  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T;
}

const WARM_UP = 16;

/** Xorshift with 32 bits of state (G. Marsaglia, "Xorshift RNGs", 2003): plenty for a few thousand draws. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  }
  // Small seeds give small numbers first.
  for (let round = 0; round < WARM_UP; round++) next();
  function int(min: number, max: number): number {
    return min + Math.floor(next() * (max - min + 1));
  }
  return {
    next,
    int,
    pick: (list) => itemAt(list, int(0, list.length - 1)),
    weighted(list, weightOf) {
      let rest = next() * list.reduce((sum, item) => sum + weightOf(item), 0);
      const found = list.find((item) => {
        rest -= weightOf(item);
        return rest < 0;
      });
      return found ?? itemAt(list, list.length - 1);
    },
  };
}

/** Whole numbers whose sum is exactly `total`, each within 60 % of the mean. */
export function spread(random: Random, count: number, total: number): number[] {
  const weights = Array.from({ length: count }, () => 0.4 + 1.2 * random.next());
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let given = 0;
  let reached = 0;
  return weights.map((weight) => {
    reached += weight;
    const share = Math.round((total * reached) / sum) - given;
    given += share;
    return share;
  });
}

export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`The demo has no entry ${index} of ${list.length}`);
  return item;
}

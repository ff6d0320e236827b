/** What was read last, bounded in bytes. */

interface Kept {
  readonly value: unknown;
  readonly bytes: number;
  /** Asked for again since it was last looked at for room. */
  isWanted: boolean;
}

/**
 * What was not asked for again goes first, the oldest before others: one look at a map an answer, where to
 * keep all in the order of use would take three.
 */
export function createMemory(limit: number) {
  const kept = new Map<number, Kept>();
  let total = 0;
  /** 0 to 1. */
  const used = () => total / limit;
  const makeRoom = (): void => {
    for (const [key, one] of kept) {
      if (total <= limit) return;
      kept.delete(key);
      if (one.isWanted) {
        one.isWanted = false;
        kept.set(key, one);
      } else total -= one.bytes;
    }
  };
  const read = <T>(key: number, load: () => { value: T; bytes: number }): T => {
    const known = kept.get(key);
    if (known) {
      known.isWanted = true;
      return known.value as T;
    }
    const { value, bytes } = load();
    kept.set(key, { value, bytes, isWanted: false });
    total += bytes;
    if (total > limit) makeRoom();
    return value;
  };
  return Object.assign(read, { used, has: (key: number) => kept.has(key) });
}

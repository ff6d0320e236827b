/** What was read last, bounded in bytes. */

/** Least recently used go first. */
export function createMemory(limit: number) {
  const kept = new Map<string, { value: unknown; bytes: number }>();
  let total = 0;
  /** 0 to 1. */
  const used = () => total / limit;
  const read = <T>(key: string, load: () => { value: T; bytes: number }): T => {
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known.value as T;
    }
    const made = load();
    kept.set(key, made);
    total += made.bytes;
    for (const [oldest, { bytes }] of kept) {
      if (total <= limit) break;
      kept.delete(oldest);
      total -= bytes;
    }
    return made.value;
  };
  return Object.assign(read, { used });
}

/** The desk's verdicts per key and day: what the levels of a pattern are judged by. */
import { KEY_LEVELS, type KeyCounts, type KeyLevel, type PatternKeys } from './engine.types.ts';
import type { Closing, SerialisedMemory } from './memory.types.ts';
import { byText, DAYS_KEPT, dayOf } from './pattern-state.ts';

export function createKeyCounts(saved: SerialisedMemory['counts']) {
  const days = new Map<string, Map<number, [number, number]>>(
    saved.map(([key, list]) => [
      key,
      new Map(list.map(([day, benign, malicious]) => [day, [benign, malicious]])),
    ]),
  );

  function sumOf(key: string, today: number, back: number): [number, number] {
    const sum: [number, number] = [0, 0];
    for (const [day, [benign, malicious]] of days.get(key) ?? []) {
      if (day > today || today - day >= back) continue;
      sum[0] += benign;
      sum[1] += malicious;
    }
    return sum;
  }

  const countsOf = (key: string | null, today: number): KeyCounts | null => {
    if (key === null || !days.has(key)) return null;
    const [benign7, malicious7] = sumOf(key, today, 7);
    const [benign90, malicious90] = sumOf(key, today, DAYS_KEPT);
    return { benign7, malicious7, benign90, malicious90 };
  };

  return {
    add(keys: PatternKeys, { at, benign }: Closing, by: 1 | -1): void {
      const today = dayOf(at);
      for (const level of KEY_LEVELS) {
        const key = keys[level];
        if (key === null) continue;
        const ofKey = days.get(key) ?? new Map<number, [number, number]>();
        days.set(key, ofKey);
        const cell = ofKey.get(today) ?? [0, 0];
        const place = benign ? 0 : 1;
        cell[place] = Math.max(0, cell[place] + by);
        ofKey.set(today, cell);
        for (const day of ofKey.keys()) if (today - day >= DAYS_KEPT) ofKey.delete(day);
      }
    },
    of(keys: PatternKeys, at: number): Record<KeyLevel, KeyCounts | null> {
      const today = dayOf(at);
      return {
        detector: countsOf(keys.detector, today),
        role: countsOf(keys.role, today),
        host: countsOf(keys.host, today),
      };
    },
    serialise: (): SerialisedMemory['counts'] =>
      [...days]
        .sort(byText)
        .map(([key, ofKey]) => [
          key,
          [...ofKey]
            .sort(([a], [b]) => a - b)
            .map(([day, [benign, malicious]]) => [day, benign, malicious] as const),
        ]),
  };
}

/** What of a pattern counts at a moment. */
import { DAILY_SUPPORT } from './conditions.ts';
import type { PatternKeys, PatternSupport } from './engine.types.ts';
import type { Contradiction, DayOfPattern } from './memory.types.ts';
import { byText, DAYS_KEPT, dayOf, type Pattern } from './pattern-state.ts';

export function supportOf(
  key: string,
  pattern: Pattern,
  keys: PatternKeys,
  at: number,
): PatternSupport {
  const today = dayOf(at);
  const days = [...pattern.days.values()].filter(
    ({ day }) => day <= today && today - day < DAYS_KEPT,
  );
  const sum = (value: (day: DayOfPattern) => number): number =>
    days.reduce((total, day) => total + value(day), 0);
  const by = new Map<string, number>();
  for (const day of days) for (const [id, count] of day.by) by.set(id, (by.get(id) ?? 0) + count);
  const standing = pattern.contradictions.filter((one) => today - dayOf(one.at) < DAYS_KEPT);
  const isLeaning = ({ state, confirmedBy }: Contradiction): boolean =>
    state === 'open' && confirmedBy.length > 0;
  const known = (trait: string): boolean => {
    const day = pattern.traits.get(trait)?.day;
    return day !== undefined && today - day < DAYS_KEPT;
  };
  return {
    pattern: key,
    label: pattern.label,
    closed: sum(({ benign }) => benign),
    counted: sum(({ benign }) => Math.min(DAILY_SUPPORT, benign)),
    days: days.filter(({ benign }) => benign > 0).length,
    analysts: [...by]
      .sort((a, b) => b[1] - a[1] || byText(a, b))
      .map(([id, closed]) => ({ id, name: pattern.analysts.get(id) ?? id, closed })),
    malicious: sum(({ malicious }) => malicious),
    lastAt: pattern.lastAt,
    burstMax: days.reduce((most, { burst }) => Math.max(most, burst), 0),
    unseenTraits: keys.traits.filter((trait) => !known(trait)),
    secondLook: {
      open: standing.filter((one) => one.state === 'open' && !isLeaning(one)).length,
      leaning: standing.filter(isLeaning).length,
      confirmed: standing.filter(({ state }) => state === 'confirmed').length,
    },
    similar: pattern.similar,
  };
}

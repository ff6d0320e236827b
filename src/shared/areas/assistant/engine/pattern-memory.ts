/**
 * What this desk's people said about each pattern: how often, on which days, who, and what contradicts
 * it. The only thing that can close. Ninety days are kept. A closing as malicious opens a second look
 * by somebody else instead of ending the pattern: about one verdict in twenty is wrong.
 */

import { LONG_HISTORY } from './conditions.ts';
import { createKeyCounts } from './key-counts.ts';
import type {
  Closing,
  Contradiction,
  DayOfPattern,
  Observation,
  PatternMemory,
  SecondLookRequest,
  SerialisedMemory,
} from './memory.types.ts';
import { byText, DAYS_KEPT, dayOf, type Pattern, plainOf, revived } from './pattern-state.ts';
import { supportOf } from './pattern-support.ts';

const SIMILAR_KEPT = 5;
const TRAITS_KEPT = 2_000;
/** A confirmation of the others' word is needed from so many closings on. */
const ASK_FROM = 1;

export function createPatternMemory(saved?: SerialisedMemory): PatternMemory {
  const patterns = new Map(
    (saved?.patterns ?? []).map(([key, pattern]) => [key, revived(pattern)]),
  );
  const counts = createKeyCounts(saved?.counts ?? []);

  function patternOf(key: string, label: string): Pattern {
    const known = patterns.get(key);
    if (known) return known;
    const made: Pattern = {
      label,
      days: new Map(),
      traits: new Map(),
      analysts: new Map(),
      lastAt: null,
      similar: [],
      contradictions: [],
    };
    patterns.set(key, made);
    return made;
  }

  function close(closing: Closing): SecondLookRequest[] {
    const { keys } = closing;
    counts.add(keys, closing, 1);
    if (keys.pattern === null) return [];
    const pattern = patternOf(keys.pattern, keys.label);
    forget(pattern, dayOf(closing.at));
    if (closing.benign) addBenign(pattern, closing);
    else addMalicious(pattern, closing);
    remember(pattern, closing);
    return askFor(keys.pattern, pattern);
  }

  function takeBack(closing: Closing): void {
    const { keys } = closing;
    counts.add(keys, closing, -1);
    const pattern = keys.pattern === null ? undefined : patterns.get(keys.pattern);
    if (!pattern) return;
    pattern.similar = pattern.similar.filter(({ alertId }) => alertId !== closing.alertId);
    if (closing.benign) removeBenign(pattern, closing);
    else removeMalicious(pattern, closing.alertId, dayOf(closing.at));
  }

  return {
    observe(observation: Observation) {
      switch (observation.type) {
        case 'closed':
          return close(observation.closing);
        case 'taken-back':
          takeBack(observation.closing);
          return [];
        case 'second-look':
          look(patterns.get(observation.pattern), observation);
          return [];
        case 'cleared': {
          const pattern = patterns.get(observation.pattern);
          for (const { alertId, at } of pattern?.contradictions.filter(
            ({ state }) => state === 'confirmed',
          ) ?? [])
            if (pattern) removeMalicious(pattern, alertId, dayOf(at));
          return [];
        }
      }
    },
    supportFor(keys, at) {
      const pattern = keys.pattern === null ? undefined : patterns.get(keys.pattern);
      return pattern && keys.pattern !== null ? supportOf(keys.pattern, pattern, keys, at) : null;
    },
    countsFor: counts.of,
    openLooks: () =>
      [...patterns]
        .sort(byText)
        .flatMap(([key, { contradictions }]) =>
          contradictions
            .filter(({ asked, state }) => asked && state === 'open')
            .map((one) => requestOf(key, one)),
        ),
    serialise: () => ({
      version: 1,
      patterns: [...patterns]
        .sort(byText)
        .map(([key, pattern]) => [key, plainOf(pattern)] as const),
      counts: counts.serialise(),
    }),
  };
}

const requestOf = (
  pattern: string,
  { alertId, analystId, at }: Contradiction,
): SecondLookRequest => ({ pattern, alertId, analystId, at });

function dayIn(pattern: Pattern, day: number): DayOfPattern {
  const known = pattern.days.get(day);
  if (known) return known;
  const made: DayOfPattern = { day, benign: 0, malicious: 0, burst: 0, by: [] };
  pattern.days.set(day, made);
  return made;
}

function addBenign(pattern: Pattern, { at, analyst, burst, keys }: Closing): void {
  const day = dayIn(pattern, dayOf(at));
  countBenign(pattern, day, analyst);
  day.burst = Math.max(day.burst, burst);
  pattern.lastAt = Math.max(at, pattern.lastAt ?? at);
  for (const trait of keys.traits) {
    const known = pattern.traits.get(trait);
    // Taken out and put in again, so that the map's order is by last sight.
    pattern.traits.delete(trait);
    pattern.traits.set(trait, {
      day: Math.max(day.day, known?.day ?? 0),
      count: (known?.count ?? 0) + 1,
    });
  }
  for (const [oldest] of pattern.traits) {
    if (pattern.traits.size <= TRAITS_KEPT) break;
    pattern.traits.delete(oldest);
  }
}

function countBenign(pattern: Pattern, day: DayOfPattern, analyst: Closing['analyst']): void {
  day.benign++;
  pattern.analysts.set(analyst.id, analyst.name);
  const own = day.by.find(([id]) => id === analyst.id);
  if (own) own[1]++;
  else day.by.push([analyst.id, 1]);
}

function addMalicious(pattern: Pattern, { at, alertId, analyst }: Closing): void {
  dayIn(pattern, dayOf(at)).malicious++;
  pattern.contradictions.push({
    alertId,
    at,
    analystId: analyst.id,
    asked: false,
    confirmedBy: [],
    state: 'open',
  });
}

function remember(pattern: Pattern, { alertId, title, at, verdict }: Closing): void {
  const others = pattern.similar.filter((past) => past.alertId !== alertId);
  pattern.similar = [{ alertId, title, closedAt: at, verdict }, ...others]
    .sort((a, b) => b.closedAt - a.closedAt)
    .slice(0, SIMILAR_KEPT);
}

function removeBenign(pattern: Pattern, { at, analyst, burst, keys }: Closing): void {
  const day = pattern.days.get(dayOf(at));
  if (!day) return;
  day.benign = Math.max(0, day.benign - 1);
  // Which burst was the next largest is not kept: none is then, the narrower reading.
  if (burst >= day.burst) day.burst = day.benign > 0 ? 1 : 0;
  day.by = day.by
    .map(([id, count]): [string, number] => [id, id === analyst.id ? count - 1 : count])
    .filter(([, count]) => count > 0);
  for (const trait of keys.traits) {
    const known = pattern.traits.get(trait);
    if (known && --known.count <= 0) pattern.traits.delete(trait);
  }
}

function removeMalicious(pattern: Pattern, alertId: string, day: number): void {
  const of = pattern.days.get(day);
  const left = pattern.contradictions.filter((one) => one.alertId !== alertId);
  if (left.length === pattern.contradictions.length) return;
  pattern.contradictions = left;
  if (of) of.malicious = Math.max(0, of.malicious - 1);
}

/** Closings as malicious are contradictions only where there are others as benign. */
function askFor(key: string, pattern: Pattern): SecondLookRequest[] {
  if (closingsOf(pattern) < ASK_FROM) return [];
  const due = pattern.contradictions.filter(({ asked, state }) => !asked && state === 'open');
  for (const one of due) one.asked = true;
  return due.map((one) => requestOf(key, one));
}

const closingsOf = (pattern: Pattern): number => {
  let sum = 0;
  for (const { benign } of pattern.days.values()) sum += benign;
  return sum;
};

/** One's own word is no second. Against a long history two others must agree. */
function look(
  pattern: Pattern | undefined,
  seen: Extract<Observation, { type: 'second-look' }>,
): void {
  const one = pattern?.contradictions.find(({ alertId }) => alertId === seen.alertId);
  if (
    !pattern ||
    !one ||
    one.analystId === seen.analyst.id ||
    one.confirmedBy.includes(seen.analyst.id)
  )
    return;
  if (!seen.malicious) {
    removeMalicious(pattern, one.alertId, dayOf(one.at));
    countBenign(pattern, dayIn(pattern, dayOf(seen.at)), seen.analyst);
    return;
  }
  one.confirmedBy.push(seen.analyst.id);
  const needed = closingsOf(pattern) >= LONG_HISTORY ? 2 : 1;
  if (one.confirmedBy.length >= needed) one.state = 'confirmed';
}

function forget(pattern: Pattern, today: number): void {
  for (const day of pattern.days.keys()) if (today - day >= DAYS_KEPT) pattern.days.delete(day);
  if (pattern.contradictions.some(({ at }) => today - dayOf(at) >= DAYS_KEPT))
    pattern.contradictions = pattern.contradictions.filter(
      ({ at }) => today - dayOf(at) < DAYS_KEPT,
    );
}

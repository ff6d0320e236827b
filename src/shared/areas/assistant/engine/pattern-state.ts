/** What is kept of one pattern, and its plain form. */
import { DAY_MS } from '../../../kernel/time.ts';
import { SUPPORT_MS } from './conditions.ts';
import type { PatternSupport } from './engine.types.ts';
import type { Contradiction, DayOfPattern, SerialisedPattern } from './memory.types.ts';

export const DAYS_KEPT = SUPPORT_MS / DAY_MS;

export interface Pattern {
  label: string;
  days: Map<number, DayOfPattern>;
  /** The last day it was closed as benign with, and how often. */
  traits: Map<string, { day: number; count: number }>;
  analysts: Map<string, string>;
  lastAt: number | null;
  similar: PatternSupport['similar'];
  contradictions: Contradiction[];
}

export const dayOf = (at: number): number => Math.floor(at / DAY_MS);
export const byText = (
  [a]: readonly [string, ...unknown[]],
  [b]: readonly [string, ...unknown[]],
): number => (a < b ? -1 : a > b ? 1 : 0);

const copyOfDay = (day: DayOfPattern): DayOfPattern => ({
  ...day,
  by: day.by.map(([id, count]): [string, number] => [id, count]),
});
const copyOfContradiction = (one: Contradiction): Contradiction => ({
  ...one,
  confirmedBy: [...one.confirmedBy],
});

export function plainOf(pattern: Pattern): SerialisedPattern {
  return {
    label: pattern.label,
    days: [...pattern.days.values()].sort((a, b) => a.day - b.day).map((day) => copyOfDay(day)),
    traits: [...pattern.traits].map(([trait, { day, count }]) => [trait, day, count] as const),
    analysts: [...pattern.analysts].sort(byText),
    lastAt: pattern.lastAt,
    similar: pattern.similar,
    contradictions: pattern.contradictions.map((one) => copyOfContradiction(one)),
  };
}

export function revived(saved: SerialisedPattern): Pattern {
  return {
    label: saved.label,
    days: new Map(saved.days.map((day) => [day.day, copyOfDay(day)])),
    traits: new Map(saved.traits.map(([trait, day, count]) => [trait, { day, count }])),
    analysts: new Map(saved.analysts),
    lastAt: saved.lastAt,
    similar: saved.similar,
    contradictions: saved.contradictions.map((one) => copyOfContradiction(one)),
  };
}

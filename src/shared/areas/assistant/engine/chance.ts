/**
 * How likely an alert is malicious, as a share one can check: what became of alerts that stood as this
 * one stands. Only to be shown and to be measured (calibration); it decides nothing.
 */
import { isContradicted, isUnsettledDesk, isUnsettledHost } from './conditions.ts';
import type { AlertFacts, PatternSupport } from './engine.types.ts';

export const STANDINGS = [
  'unknown',
  'known-elsewhere',
  'few',
  'supported',
  'contradicted',
] as const;
export type Standing = `${(typeof STANDINGS)[number]}${'' | '-unsettled'}`;

export function standingOf(facts: AlertFacts, support: PatternSupport | null): Standing {
  const isUnsettled = isUnsettledHost(facts) || isUnsettledDesk(facts);
  return `${historyOf(facts, support)}${isUnsettled ? '-unsettled' : ''}`;
}

function historyOf(
  { dispositions }: AlertFacts,
  support: PatternSupport | null,
): (typeof STANDINGS)[number] {
  if (support && support.malicious > 0)
    return isContradicted(support) ? 'contradicted' : 'supported';
  const closed = support?.counted ?? 0;
  if (closed >= 5) return 'supported';
  if (closed > 0) return 'few';
  return dispositions.detector === null ? 'unknown' : 'known-elsewhere';
}

/** Before the desk has verdicts: set by hand, worth so many of its own. */
const BEFORE: Readonly<
  Record<(typeof STANDINGS)[number], { readonly share: number; readonly worth: number }>
> = {
  unknown: { share: 0.25, worth: 40 },
  'known-elsewhere': { share: 0.12, worth: 40 },
  few: { share: 0.04, worth: 40 },
  supported: { share: 0.002, worth: 200 },
  contradicted: { share: 0.3, worth: 20 },
};
/** What went on around an alert multiplies what is expected at first. */
const UNSETTLED_FACTOR = 2;
/** Older verdicts fade beyond so many. */
const MEMORY = 400;

export interface ChanceTable {
  /** 0 to 1. */
  chanceOf(standing: Standing): number;
  learn(standing: Standing, isMalicious: boolean): void;
  serialise(): readonly (readonly [Standing, number, number])[];
}

/** @param saved of each standing how many verdicts, and how many of them malicious. */
export function createChanceTable(
  saved: readonly (readonly [Standing, number, number])[] = [],
): ChanceTable {
  const seen = new Map(saved.map(([standing, all, malicious]) => [standing, { all, malicious }]));
  return {
    chanceOf(standing) {
      const { all = 0, malicious = 0 } = seen.get(standing) ?? {};
      const { share, worth } = expected(standing);
      return (malicious + share * worth) / (all + worth);
    },
    learn(standing, isMalicious) {
      const own = seen.get(standing) ?? { all: 0, malicious: 0 };
      const kept = own.all >= MEMORY ? (MEMORY - 1) / own.all : 1;
      seen.set(standing, {
        all: own.all * kept + 1,
        malicious: own.malicious * kept + (isMalicious ? 1 : 0),
      });
    },
    serialise: () =>
      [...seen]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([standing, { all, malicious }]) => [standing, all, malicious] as const),
  };
}

function expected(standing: Standing): { share: number; worth: number } {
  const history =
    STANDINGS.find((name) => standing === name || standing === `${name}-unsettled`) ?? 'unknown';
  const { share, worth } = BEFORE[history];
  return { share: Math.min(0.9, standing === history ? share : share * UNSETTLED_FACTOR), worth };
}

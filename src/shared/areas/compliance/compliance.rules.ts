import { percentOrNull } from '../../kernel/percent.ts';

export const CONTROL_STATUSES = [
  'NOT_ASSESSED',
  'COMPLIANT',
  'PARTIALLY_COMPLIANT',
  'NON_COMPLIANT',
] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** A compliance score of 90 or above is good, 80 to 89 is to be watched, below 80 is bad. */
const SCORE_GOOD_FROM = 90;
const SCORE_WATCH_FROM = 80;
export type ScoreBand = 'good' | 'watch' | 'bad';

export function scoreBand(score: number): ScoreBand {
  if (score >= SCORE_GOOD_FROM) return 'good';
  return score >= SCORE_WATCH_FROM ? 'watch' : 'bad';
}

/** Compliant controls as a share of the assessed ones, rounded; null where none is assessed. */
export function frameworkScore(compliant: number, assessed: number): number | null {
  return percentOrNull(compliant, assessed)?.rounded ?? null;
}

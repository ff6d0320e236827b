/**
 * The inherent tier of a vendor: what it could do to us if it failed, before anything is known of
 * its own security. Pure and versioned: an answer sheet and a version always give the same tier.
 */
import type { Severity } from '../../kernel/severity.ts';
import {
  TIERING_QUESTIONS,
  type TieringAnswers,
  type TieringQuestion,
} from './tiering-questions.ts';

/** Goes up with every change of questions, points, weights, thresholds or floors. */
export const TIERING_VERSION = 1;

/** Per cent of all points that can be had, from which a tier begins. */
export const TIER_FROM: readonly (readonly [Severity, number])[] = [
  ['CRITICAL', 65],
  ['HIGH', 45],
  ['MEDIUM', 20],
  ['LOW', 0],
];

export interface TieringReason {
  /** Null where it is a floor, which several answers make together. */
  readonly question: string | null;
  readonly text: string;
  /** Points that it gave, weighted; 0 for a floor. */
  readonly points: number;
}

export interface TieringResult {
  readonly version: number;
  readonly tier: Severity;
  /** Weighted points, and as many as can be had. */
  readonly points: number;
  readonly maxPoints: number;
  /** Whole per cent. */
  readonly share: number;
  /** The heaviest first; floors lead. */
  readonly reasons: readonly TieringReason[];
}

interface Floor {
  readonly tier: Severity;
  readonly text: string;
  readonly holds: (points: (question: string) => number) => boolean;
}

/** Whatever the sum says, these alone make a tier. */
const FLOORS: readonly Floor[] = [
  {
    tier: 'CRITICAL',
    text: 'Operations stop within hours, and there is no replacement for months: at least Critical',
    holds: (points) => points('criticality') === 3 && points('substitutability') >= 2,
  },
  {
    tier: 'CRITICAL',
    text: 'Administrative access to what runs in production: at least Critical',
    holds: (points) => points('access') === 3 && points('production') === 3,
  },
  {
    tier: 'HIGH',
    text: 'Administrative access to our systems: at least High',
    holds: (points) => points('access') === 3,
  },
  {
    tier: 'HIGH',
    text: 'Sensitive data of many people: at least High',
    holds: (points) => points('data') === 3 && points('volume') >= 2,
  },
  {
    tier: 'MEDIUM',
    text: 'Sensitive data, however little: at least Medium',
    holds: (points) => points('data') === 3,
  },
];

const RANK: Record<Severity, number> = { CRITICAL: 3, HIGH: 2, MEDIUM: 1, LOW: 0 };

const MAX_TIERING_POINTS = TIERING_QUESTIONS.reduce((sum, { weight }) => sum + 3 * weight, 0);

/** Questions without an answer; only a full sheet gives a tier. */
export function openTieringQuestions(answers: TieringAnswers): TieringQuestion[] {
  return TIERING_QUESTIONS.filter(
    ({ id, options }) => !options.some(({ value }) => value === answers[id]),
  );
}

/** Null until every question has one of its own answers. */
export function tierOf(answers: TieringAnswers): TieringResult | null {
  if (openTieringQuestions(answers).length > 0) return null;
  const given = TIERING_QUESTIONS.map((question) => {
    const option = question.options.find(({ value }) => value === answers[question.id]);
    return { question, option, points: option?.points ?? 0 };
  });
  const points = given.reduce((sum, one) => sum + one.points * one.question.weight, 0);
  const share = Math.round((100 * points) / MAX_TIERING_POINTS);
  const bySum = TIER_FROM.find(([, from]) => share >= from)?.[0] ?? 'LOW';
  const pointsOf = (id: string) => given.find(({ question }) => question.id === id)?.points ?? 0;
  const floors = FLOORS.filter(({ tier, holds }) => RANK[tier] > RANK[bySum] && holds(pointsOf));
  const tier = floors.reduce<Severity>(
    (highest, floor) => (RANK[floor.tier] > RANK[highest] ? floor.tier : highest),
    bySum,
  );
  const weighty = given
    .filter((one) => one.points > 0)
    .map(({ question, option, points: own }) => ({
      question: question.id,
      text: `${question.short}: ${option?.label ?? ''}`,
      points: own * question.weight,
    }))
    .sort((a, b) => b.points - a.points);
  return {
    version: TIERING_VERSION,
    tier,
    points,
    maxPoints: MAX_TIERING_POINTS,
    share,
    reasons: [...floors.map(({ text }) => ({ question: null, text, points: 0 })), ...weighty],
  };
}

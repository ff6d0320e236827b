/**
 * The register's rules. Scores: likelihood × impact (each 1 to 5), levels at 8, 15 and 20; all risks
 * are kept and computed in tenths of a point, so that no rounding depends on the order of anything.
 * Pure: rows and a day in, figures out. Days are text, `2026-11-20`.
 */
import type { Day } from '../../kernel/day.ts';

export const RISK_CATEGORIES = [
  'OPERATIONAL',
  'FINANCIAL',
  'STRATEGIC',
  'COMPLIANCE',
  'TECHNICAL',
] as const;
export type RiskCategory = (typeof RISK_CATEGORIES)[number];
export const RISK_CATEGORY_LABELS: Record<RiskCategory, string> = {
  OPERATIONAL: 'Operational',
  FINANCIAL: 'Financial',
  STRATEGIC: 'Strategic',
  COMPLIANCE: 'Compliance',
  TECHNICAL: 'Technical',
};

export const RISK_STATUSES = [
  'IDENTIFIED',
  'ASSESSED',
  'MITIGATED',
  'ACCEPTED',
  'TRANSFERRED',
] as const;
export type RiskStatus = (typeof RISK_STATUSES)[number];
export const RISK_STATUS_LABELS: Record<RiskStatus, string> = {
  IDENTIFIED: 'Identified',
  ASSESSED: 'Assessed',
  MITIGATED: 'Mitigated',
  ACCEPTED: 'Accepted',
  TRANSFERRED: 'Transferred',
};

/** Where a risk may go from each status. ACCEPTED to itself renews the acceptance. */
export const RISK_TRANSITIONS: Record<RiskStatus, readonly RiskStatus[]> = {
  IDENTIFIED: ['ASSESSED'],
  ASSESSED: ['MITIGATED', 'ACCEPTED', 'TRANSFERRED'],
  MITIGATED: ['ASSESSED', 'ACCEPTED', 'TRANSFERRED'],
  ACCEPTED: ['ASSESSED', 'ACCEPTED'],
  TRANSFERRED: ['ASSESSED'],
};

/** What a transition is called in the audit log: `risks.<verb>`. */
export function transitionVerb(from: RiskStatus, to: RiskStatus): string {
  if (to === 'ASSESSED') return from === 'IDENTIFIED' ? 'assess' : 'reopen';
  if (to === 'MITIGATED') return 'mitigate';
  if (to === 'TRANSFERRED') return 'transfer';
  return from === 'ACCEPTED' ? 'renewAcceptance' : 'accept';
}

/** Assess and Mitigate stand without a reason in section 7; everything else says why. */
export function needsReason(from: RiskStatus, to: RiskStatus): boolean {
  return !['assess', 'mitigate'].includes(transitionVerb(from, to));
}

/** Work is left: neither mitigated nor accepted nor transferred. */
function isRiskOpen(status: RiskStatus): boolean {
  return status === 'IDENTIFIED' || status === 'ASSESSED';
}

export const RISK_LEVELS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
export const RISK_LEVEL_LABELS: Record<RiskLevel, string> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
};
/** The scores of each level: from, and below. */
export const RISK_LEVEL_RANGES: Record<RiskLevel, readonly [from: number, below: number]> = {
  CRITICAL: [20, 100],
  HIGH: [15, 20],
  MEDIUM: [8, 15],
  LOW: [0, 8],
};

export const RISK_STEPS = [1, 2, 3, 4, 5] as const;
export const LIKELIHOOD_LABELS = [
  'Rare',
  'Unlikely',
  'Possible',
  'Likely',
  'Almost certain',
] as const;
export const IMPACT_LABELS = ['Negligible', 'Minor', 'Moderate', 'Major', 'Severe'] as const;

export const RISK_LIMITS = { title: 255, text: 4000, reason: 1000, party: 200, task: 300 } as const;
export const REVIEW_MONTHS = [1, 3, 6, 12, 24] as const;
/** A review is due soon within so many days. */
export const REVIEW_SOON_DAYS = 30;

/** Of likelihood and impact, each 1 to 5. */
export function riskScoreOf(likelihood: number, impact: number): number {
  return likelihood * impact;
}

/** One digit, halves up, of what may carry the noise of binary fractions. */
export function oneDigit(value: number): number {
  return Math.round(Number((value * 10).toFixed(6))) / 10;
}

/** As the calls write it: '12.0'. */
export function riskText(value: number): string {
  return value.toFixed(1);
}

/**
 * Where the residual risk stands in the matrix: controls are taken to make an event rarer, not smaller,
 * so the impact stays and the likelihood is what the residual leaves, rounded up.
 */
export function residualLikelihood(residual: number, impact: number): number {
  const tenths = Math.round(residual * 10);
  return Math.min(5, Math.max(1, Math.ceil(tenths / (impact * 10))));
}

/** The dates by which a risk asks for somebody. */
export interface RiskDates {
  readonly status: RiskStatus;
  readonly targetDate: Day | null;
  readonly expiresOn: Day | null;
  readonly nextReview: Day | null;
}

export interface RiskLateness {
  /** The target day is over and work is left. */
  readonly isTargetOverdue: boolean;
  /** The acceptance has run out: it counts until the end of its last day. */
  readonly isExpired: boolean;
  readonly isReviewOverdue: boolean;
}

export function riskLateness(risk: RiskDates, today: Day): RiskLateness {
  const isOver = (day: Day | null) => day !== null && day < today;
  return {
    isTargetOverdue: isRiskOpen(risk.status) && isOver(risk.targetDate),
    isExpired: risk.status === 'ACCEPTED' && isOver(risk.expiresOn),
    isReviewOverdue: isOver(risk.nextReview),
  };
}

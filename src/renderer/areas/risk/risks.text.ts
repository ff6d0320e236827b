import type { Risk } from '../../../shared/areas/risk/risks.contract.ts';
import {
  RISK_STATUS_LABELS,
  type RiskLevel,
  type RiskStatus,
} from '../../../shared/areas/risk/risks.rules.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const LEVEL_TONES: Record<RiskLevel, BadgeTone> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
};

export const STATUS_TONES: Record<RiskStatus, BadgeTone> = {
  IDENTIFIED: 'neutral',
  ASSESSED: 'accent',
  MITIGATED: 'ok',
  ACCEPTED: 'warn',
  TRANSFERRED: 'neutral',
};

/** What forms and history call the fields. */
export const RISK_FIELD_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  status: 'Status',
  likelihood: 'Likelihood',
  impact: 'Impact',
  riskScore: 'Risk score',
  inherentRisk: 'Inherent risk',
  residualRisk: 'Residual risk',
  residualBasis: 'Residual from',
  residualReason: 'Reason for the residual',
  owner: 'Owner',
  mitigationPlan: 'Mitigation plan',
  targetDate: 'Target date',
  reviewMonths: 'Review cadence',
  lastReview: 'Last review',
  nextReview: 'Next review',
  acceptedReason: 'Why it is accepted',
  acceptedOn: 'Accepted on',
  expiresOn: 'Accepted until',
  transferredTo: 'Transferred to',
  transferReason: 'Why it is transferred',
  due: 'Due date',
  doneOn: 'Done on',
  weight: 'Weight',
};

export const BASIS_LABELS: Record<Risk['residualBasis'], string> = {
  CREATION: '0.7 of the inherent risk',
  CONTROLS: 'linked controls',
  PERSON: 'own assessment',
};

export function statusText({ status, isExpired }: Pick<Risk, 'status' | 'isExpired'>): string {
  return isExpired ? 'Acceptance expired' : RISK_STATUS_LABELS[status];
}

/** Why a risk asks for somebody; null where it does not. */
export function latenessText(risk: Risk): string | null {
  if (risk.isExpired) return `Acceptance ended on ${risk.expiresOn}`;
  if (risk.isTargetOverdue) return `Target date ${risk.targetDate} is over`;
  if (risk.isReviewOverdue) return `Review was due on ${risk.nextReview}`;
  return null;
}

export function countText(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString()} ${n === 1 ? one : many}`;
}

/** '1 month', '12 months'. */
export const monthsText = (months: number) => countText(months, 'month');

/** −12 with a true minus. */
export function signedPercent(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${Math.abs(value)}%`;
}

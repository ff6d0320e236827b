import { DAY_MS } from '../../kernel/time.ts';
import type { ControlStatus } from './compliance.rules.ts';

/** Categories of controls that are made by hand; those of packs are named by their group. */
export const CONTROL_CATEGORIES = [
  'Access Control',
  'Data Protection',
  'Network Security',
  'Incident Response',
  'Risk Management',
] as const;

export const CONTROL_LIMITS = {
  controlId: 20,
  title: 100,
  description: 500,
  reason: 1000,
} as const;

/** How long an assessment stands, by how the control is checked. */
const AUTOMATED_DAYS = 90;
const MANUAL_DAYS = 180;

/** Controls whose next assessment is due within this time are due soon. */
export const DUE_WINDOW_MS = 30 * DAY_MS;

const RANK: Record<ControlStatus, number> = {
  NOT_ASSESSED: 0,
  NON_COMPLIANT: 1,
  PARTIALLY_COMPLIANT: 2,
  COMPLIANT: 3,
};

/** A worse status than before, or an assessment that is withdrawn. */
export function isDowngrade(from: ControlStatus, to: ControlStatus): boolean {
  return RANK[to] < RANK[from];
}

/** Why a change of status needs a reason; null where it needs none. */
export type ReasonNeed = 'downgrade' | 'no-evidence' | null;

export function reasonNeed(
  from: ControlStatus,
  to: ControlStatus,
  validEvidence: number,
): ReasonNeed {
  if (isDowngrade(from, to)) return 'downgrade';
  return to === 'COMPLIANT' && validEvidence === 0 ? 'no-evidence' : null;
}

export const REASON_MESSAGES: Record<Exclude<ReasonNeed, null>, string> = {
  downgrade: 'A reason is required to downgrade a control',
  'no-evidence': 'A reason is required to call a control compliant without valid evidence',
};

/**
 * When an assessment is to be done again, in ms since the epoch: by the shortest cadence of its
 * active tests, else after 90 days where systems check it and 180 where people do.
 */
export function nextAssessmentAt(
  now: number,
  control: { readonly isAutomated: boolean },
  cadenceDays: number | null,
): number {
  const days = cadenceDays ?? (control.isAutomated ? AUTOMATED_DAYS : MANUAL_DAYS);
  return now + days * DAY_MS;
}

/** The status as it is shown: underscores as spaces. */
export function controlStatusText(status: ControlStatus): string {
  return status.replaceAll('_', ' ');
}

/** What a failed test that counts proposes; null where nothing is to be taken back. */
export function statusAfterFailure(status: ControlStatus): ControlStatus | null {
  return isDowngrade(status, 'NON_COMPLIANT') ? 'NON_COMPLIANT' : null;
}

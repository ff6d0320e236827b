/**
 * What speaks for a control and against it, and how much a piece of evidence proves. Pure; times are
 * ms since the epoch. Part of the formula of `assurance.rules.ts`.
 */
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts';
import type { ControlStatus } from './compliance.rules.ts';

export const EVIDENCE_VERDICTS = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type EvidenceVerdict = (typeof EVIDENCE_VERDICTS)[number];
export type TestResult = 'PASS' | 'FAIL' | 'INCONCLUSIVE';

/** A piece of evidence that is linked to a control, not deleted and not superseded. */
export interface EvidenceProof {
  readonly id: string;
  readonly title: string;
  readonly verdict: EvidenceVerdict;
  /** The last moment for which it speaks: end of its period, else received, collected or made. */
  readonly since: number;
  readonly expiresAt: number | null;
  readonly isSelfApproved: boolean;
}

/** An active test with its newest approved run. */
export interface TestProof {
  readonly id: string;
  readonly title: string;
  readonly nextDue: number | null;
  readonly lastRun: {
    readonly id: string;
    readonly result: TestResult;
    readonly ranAt: number;
    readonly isSelfApproved: boolean;
  } | null;
  /** Runs newer than `lastRun` that wait for approval: named, not counted. */
  readonly pendingRuns: number;
}

/** A challenge that is open, or confirmed and not followed by a new assessment. */
export interface ChallengeProof {
  readonly id: string;
  readonly state: 'OPEN' | 'CONFIRMED';
  readonly kind: string;
  readonly createdAt: number;
}

export interface ControlProof {
  readonly id: string;
  readonly frameworkId: string;
  /** The control's identifier within its framework. */
  readonly ref: string;
  readonly title: string;
  readonly parentRef: string | null;
  readonly status: ControlStatus;
  readonly weight: number;
  readonly isApplicable: boolean;
  /** Its pack no longer has it. */
  readonly isGone: boolean;
  readonly lastAssessment: number | null;
  readonly nextAssessment: number | null;
  readonly evidence: readonly EvidenceProof[];
  readonly tests: readonly TestProof[];
  readonly challenges: readonly ChallengeProof[];
}

/** What is left of a proof that its own maker approved. */
export const SELF_APPROVED_SHARE = 0.8;

/** Evidence with an expiry weakens over its last 30 days, or the last third of a shorter life … */
const WEAKENS_MS = 30 * DAY_MS;
const WEAKENS_SHARE = 1 / 3;
/** … to this on the day it expires, and to nothing within that day. */
const STRENGTH_ON_LAST_DAY = 0.5;
/** Evidence without an expiry is fresh for half a year and worth nothing after two years. */
const FRESH_MS = 180 * DAY_MS;
const WORTHLESS_MS = 730 * DAY_MS;

export const STRENGTH_INPUTS = {
  selfApprovedShare: SELF_APPROVED_SHARE,
  weakensDays: WEAKENS_MS / DAY_MS,
  strengthOnLastDay: STRENGTH_ON_LAST_DAY,
  freshDays: FRESH_MS / DAY_MS,
  worthlessDays: WORTHLESS_MS / DAY_MS,
} as const;

export type EvidenceState = 'valid' | 'expired' | 'pending' | 'rejected';

/** A verdict comes first: what was rejected is rejected, also after it expired. */
export function evidenceState(
  { verdict, expiresAt }: Pick<EvidenceProof, 'verdict' | 'expiresAt'>,
  now: number,
): EvidenceState {
  if (verdict === 'REJECTED') return 'rejected';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return verdict === 'ACCEPTED' ? 'valid' : 'pending';
}

export const wholeHours = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;
export const between = (value: number, low: number, high: number) =>
  Math.min(high, Math.max(low, value));

/** Of a moment, 1 to 0: fresh for half a year, then falling to nothing at two years. */
function strengthByAge(since: number, hour: number): number {
  return between((WORTHLESS_MS - (hour - since)) / (WORTHLESS_MS - FRESH_MS), 0, 1);
}

/**
 * How much a valid piece of evidence proves now, 0 to 1: continuous in time, and never more for an
 * earlier expiry. Expired, pending and rejected evidence proves nothing.
 */
export function evidenceStrength(evidence: EvidenceProof, now: number): number {
  if (evidenceState(evidence, now) !== 'valid') return 0;
  const share = evidence.isSelfApproved ? SELF_APPROVED_SHARE : 1;
  const hour = wholeHours(now);
  if (evidence.expiresAt === null) return share * strengthByAge(evidence.since, hour);
  const life = evidence.expiresAt - Math.min(evidence.since, hour);
  const weakens = Math.min(WEAKENS_MS, life * WEAKENS_SHARE);
  const lastDay = Math.min(DAY_MS, weakens / 2);
  const left = evidence.expiresAt - hour;
  if (left >= weakens) return share;
  if (left < lastDay) return (share * STRENGTH_ON_LAST_DAY * left) / lastDay;
  const fallen = (left - lastDay) / (weakens - lastDay);
  return share * (STRENGTH_ON_LAST_DAY + (1 - STRENGTH_ON_LAST_DAY) * fallen);
}

/** In a score of ours: it applies, and its pack still has it. */
export function isScored(control: Pick<ControlProof, 'isApplicable' | 'isGone'>): boolean {
  return control.isApplicable && !control.isGone;
}

export function isAssessed(control: Pick<ControlProof, 'status'>): boolean {
  return control.status !== 'NOT_ASSESSED';
}

export function isTestOverdue(test: Pick<TestProof, 'nextDue'>, now: number): boolean {
  return test.nextDue !== null && test.nextDue < now;
}

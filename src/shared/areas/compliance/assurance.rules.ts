/**
 * Coverage and assurance, apart from the score of the decisions and from each other. Coverage: how
 * much of what applies was assessed. Assurance: how sure one can be that what was assessed does what
 * it should. Pure: rows and a moment in, figures and the reasons for them out. Times are ms since
 * the epoch; a decaying figure counts whole hours, so that it stands still within an hour.
 *
 * Version 1, of one assessed control, in points of 100:
 * - assessed: 20. What a person says counts without proof, but not for much.
 * - valid evidence: up to 50, by the strongest piece (`evidenceStrength`); 4/5 of it where its
 *   collector reviewed it.
 * - tests: up to 30, the share of active tests whose newest approved run passed and is not overdue;
 *   4/5 where the tester approved it.
 * - a failed approved run −30, an overdue test −10, an overdue assessment −5 growing to −20 in 90
 *   days, an open challenge −20, or a confirmed one −40.
 * - PARTIALLY_COMPLIANT halves what is left, NON_COMPLIANT takes all of it.
 * Never below 0. A framework's figure is the mean of its assessed controls by weight.
 */
import { DAY_MS } from '../../kernel/time.ts';
import type { ControlStatus } from './compliance.rules.ts';
import {
  between,
  type ChallengeProof,
  type ControlProof,
  evidenceState,
  evidenceStrength,
  isAssessed,
  isScored,
  isTestOverdue,
  SELF_APPROVED_SHARE,
  STRENGTH_INPUTS,
  type TestProof,
  wholeHours,
} from './proof.rules.ts';

export const ASSURANCE_FORMULA = 'assurance/1';

export const REASON_CODES = [
  'assessed',
  'evidence-valid',
  'evidence-none',
  'evidence-expired',
  'evidence-pending',
  'evidence-rejected',
  'tests',
  'tests-none',
  'tests-pending',
  'test-failed',
  'test-overdue',
  'assessment-overdue',
  'challenge-open',
  'challenge-confirmed',
  'status',
  'bounded',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface ProofRef {
  readonly kind: 'evidence' | 'test' | 'run' | 'challenge';
  readonly id: string;
}

/** One input of the formula. The points of a control's reasons add up to its assurance. */
export interface AssuranceReason {
  readonly code: ReasonCode;
  readonly points: number;
  /** The most it could have given; null where it only takes or only tells. */
  readonly possible: number | null;
  /** What it was computed from; times are ms since the epoch and end in `At`. */
  readonly figures: Readonly<Record<string, number | string>>;
  readonly proof: readonly ProofRef[];
}

export interface ControlAssurance {
  /** 0 to 100 with one digit; null where the control is not assessed or in no score. */
  readonly assurance: number | null;
  readonly reasons: readonly AssuranceReason[];
}

const POINTS = {
  assessed: 20,
  evidence: 50,
  tests: 30,
  testFailed: -30,
  testOverdue: -10,
  assessmentOverdue: -5,
  assessmentOverdueLong: -20,
  challengeOpen: -20,
  challengeConfirmed: -40,
} as const;
const LONG_OVERDUE_MS = 90 * DAY_MS;
/** What the formula is made of, to be kept beside a score. */
export const ASSURANCE_INPUTS = {
  ...POINTS,
  ...STRENGTH_INPUTS,
  longOverdueDays: LONG_OVERDUE_MS / DAY_MS,
} as const;

const oneDigit = (value: number) => Math.round(value * 10) / 10;

interface ReasonParts {
  readonly possible?: number;
  readonly figures?: AssuranceReason['figures'];
  readonly proof?: readonly ProofRef[];
}

function reason(code: ReasonCode, points: number, parts: ReasonParts = {}): AssuranceReason {
  const { possible = null, figures = {}, proof = [] } = parts;
  return { code, points: oneDigit(points), possible, figures, proof };
}

const refs = (kind: ProofRef['kind'], rows: readonly { readonly id: string }[]): ProofRef[] =>
  rows.map(({ id }) => ({ kind, id }));

/** Ties are broken by id, so that the order of the rows does not matter. */
function byId<T extends { readonly id: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function evidenceReasons(control: ControlProof, now: number): AssuranceReason[] {
  const possible = POINTS.evidence;
  if (control.evidence.length === 0) return [reason('evidence-none', 0, { possible })];
  const by = Map.groupBy(byId(control.evidence), (item) => evidenceState(item, now));
  const found: AssuranceReason[] = [];
  const valid = (by.get('valid') ?? [])
    .map((item) => ({ ...item, strength: evidenceStrength(item, now) }))
    .sort((a, b) => b.strength - a.strength);
  const [strongest] = valid;
  if (strongest) {
    const figures = {
      count: valid.length,
      strength: Math.round(100 * strongest.strength),
      sinceAt: strongest.since,
      ...(strongest.expiresAt === null ? {} : { expiresAt: strongest.expiresAt }),
      ...(strongest.isSelfApproved ? { selfApproved: 1 } : {}),
    };
    const points = POINTS.evidence * strongest.strength;
    found.push(
      reason('evidence-valid', points, { possible, figures, proof: refs('evidence', valid) }),
    );
  } else found.push(reason('evidence-none', 0, { possible }));
  const expired = by.get('expired');
  if (expired) {
    const expiredAt = Math.max(...expired.map(({ expiresAt }) => expiresAt ?? 0));
    const figures = { count: expired.length, expiredAt };
    found.push(reason('evidence-expired', 0, { figures, proof: refs('evidence', expired) }));
  }
  for (const state of ['pending', 'rejected'] as const) {
    const items = by.get(state);
    if (!items) continue;
    const parts = { figures: { count: items.length }, proof: refs('evidence', items) };
    found.push(reason(`evidence-${state}`, 0, parts));
  }
  return found;
}

function testShare(test: TestProof, now: number): number {
  if (test.lastRun?.result !== 'PASS' || isTestOverdue(test, now)) return 0;
  return test.lastRun.isSelfApproved ? SELF_APPROVED_SHARE : 1;
}

function testReasons(control: ControlProof, now: number): AssuranceReason[] {
  const possible = POINTS.tests;
  const tests = byId(control.tests);
  if (tests.length === 0) return [reason('tests-none', 0, { possible })];
  const shares = tests.map((test) => testShare(test, now));
  const passed = tests.filter((_, index) => (shares[index] ?? 0) > 0);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const runs = passed.flatMap(({ lastRun }) => (lastRun ? [lastRun] : []));
  const found = [
    reason('tests', (POINTS.tests * total) / tests.length, {
      possible,
      figures: {
        passed: passed.length,
        active: tests.length,
        selfApproved: runs.filter(({ isSelfApproved }) => isSelfApproved).length,
      },
      proof: runs.length > 0 ? refs('run', runs) : refs('test', tests),
    }),
  ];
  const waiting = tests.filter(({ pendingRuns }) => pendingRuns > 0);
  if (waiting.length > 0) {
    const count = waiting.reduce((sum, { pendingRuns }) => sum + pendingRuns, 0);
    found.push(reason('tests-pending', 0, { figures: { count }, proof: refs('test', waiting) }));
  }
  const failed = tests.flatMap(({ lastRun }) => (lastRun?.result === 'FAIL' ? [lastRun] : []));
  if (failed.length > 0) {
    const failedAt = Math.max(...failed.map(({ ranAt }) => ranAt));
    const parts = { figures: { count: failed.length, failedAt }, proof: refs('run', failed) };
    found.push(reason('test-failed', POINTS.testFailed, parts));
  }
  const overdue = tests.filter((test) => isTestOverdue(test, now));
  if (overdue.length > 0) {
    const dueAt = Math.min(...overdue.map(({ nextDue }) => nextDue ?? now));
    const parts = { figures: { count: overdue.length, dueAt }, proof: refs('test', overdue) };
    found.push(reason('test-overdue', POINTS.testOverdue, parts));
  }
  return found;
}

function overdueReasons({ nextAssessment }: ControlProof, now: number): AssuranceReason[] {
  if (nextAssessment === null || nextAssessment >= now) return [];
  const late = between((wholeHours(now) - nextAssessment) / LONG_OVERDUE_MS, 0, 1);
  const { assessmentOverdue, assessmentOverdueLong } = POINTS;
  const points = assessmentOverdue + late * (assessmentOverdueLong - assessmentOverdue);
  return [reason('assessment-overdue', points, { figures: { dueAt: nextAssessment } })];
}

function challengeReasons(control: ControlProof): AssuranceReason[] {
  const challenges = byId(control.challenges);
  const confirmed = challenges.filter(({ state }) => state === 'CONFIRMED');
  const open = challenges.filter(({ state }) => state === 'OPEN');
  const parts = (rows: readonly ChallengeProof[]) => ({
    figures: { count: rows.length, sinceAt: Math.min(...rows.map(({ createdAt }) => createdAt)) },
    proof: refs('challenge', rows),
  });
  const found: AssuranceReason[] = [];
  if (confirmed.length > 0)
    found.push(reason('challenge-confirmed', POINTS.challengeConfirmed, parts(confirmed)));
  if (open.length > 0)
    found.push(
      reason('challenge-open', confirmed.length > 0 ? 0 : POINTS.challengeOpen, parts(open)),
    );
  return found;
}

/** The share of the points that a status leaves. */
const LEFT_BY_STATUS: Readonly<Record<ControlStatus, number>> = {
  NOT_ASSESSED: 0,
  COMPLIANT: 1,
  PARTIALLY_COMPLIANT: 0.5,
  NON_COMPLIANT: 0,
};

const pointsOf = (reasons: readonly AssuranceReason[]) =>
  oneDigit(reasons.reduce((sum, { points }) => sum + points, 0));

/** How sure one can be of one control, with every input and deduction. */
export function controlAssurance(control: ControlProof, now: number): ControlAssurance {
  if (!isScored(control) || !isAssessed(control)) return { assurance: null, reasons: [] };
  const reasons = [
    reason('assessed', POINTS.assessed, {
      possible: POINTS.assessed,
      figures: {
        status: control.status,
        ...(control.lastAssessment === null ? {} : { assessedAt: control.lastAssessment }),
      },
    }),
    ...evidenceReasons(control, now),
    ...testReasons(control, now),
    ...overdueReasons(control, now),
    ...challengeReasons(control),
  ];
  const below = pointsOf(reasons);
  if (below < 0) reasons.push(reason('bounded', -below));
  const left = LEFT_BY_STATUS[control.status];
  if (left < 1) {
    const points = oneDigit(Math.max(0, below) * left) - Math.max(0, below);
    const figures = { status: control.status, share: Math.round(100 * left) };
    reasons.push(reason('status', points, { figures }));
  }
  return { assurance: pointsOf(reasons), reasons };
}

/** Sums over controls in a score; those of several frameworks can be added up. */
export interface CoverageSums {
  readonly applicable: number;
  readonly assessed: number;
  readonly applicableWeight: number;
  readonly assessedWeight: number;
  /** Assurance × weight, in tenths of a point: whole numbers, so that their order does not matter. */
  readonly assuranceTenths: number;
}

/** Percentages are 0 to 100, or null where there is nothing to take a share of. */
export interface Coverage extends CoverageSums {
  readonly coverage: number | null;
  readonly assurance: number | null;
}

/** Down to a whole figure, never up: 99.9 % of the controls are not all of them. */
function wholePercent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor(part / whole);
}

function withPercents(sums: CoverageSums): Coverage {
  return {
    ...sums,
    coverage: wholePercent(100 * sums.assessedWeight, sums.applicableWeight),
    assurance: wholePercent(sums.assuranceTenths, 10 * sums.assessedWeight),
  };
}

/** The figures of several frameworks or groups together. */
export function addUp(parts: readonly CoverageSums[]): Coverage {
  const sums = {
    applicable: 0,
    assessed: 0,
    applicableWeight: 0,
    assessedWeight: 0,
    assuranceTenths: 0,
  };
  for (const part of parts) {
    for (const key of Object.keys(sums) as (keyof CoverageSums)[]) sums[key] += part[key];
  }
  return withPercents(sums);
}

/** What one control adds, its assurance at hand. */
export function sumsOf(control: ControlProof, assurance: number | null): CoverageSums {
  const isIn = isScored(control);
  const isCounted = isIn && assurance !== null;
  return {
    applicable: isIn ? 1 : 0,
    applicableWeight: isIn ? control.weight : 0,
    assessed: isCounted ? 1 : 0,
    assessedWeight: isCounted ? control.weight : 0,
    assuranceTenths: isCounted ? Math.round(assurance * 10) * control.weight : 0,
  };
}

/** Coverage and assurance of these controls. */
export function coverageAndAssurance(controls: readonly ControlProof[], now: number): Coverage {
  return addUp(
    controls.map((control) => sumsOf(control, controlAssurance(control, now).assurance)),
  );
}

/** The next moment at which a figure changes at once, not by decay; null where none will. */
export function nextChange(controls: readonly ControlProof[], now: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  const look = (at: number | null) => {
    if (at !== null && at >= now && at < next) next = at;
  };
  for (const { nextAssessment, evidence, tests } of controls) {
    look(nextAssessment);
    for (const { expiresAt } of evidence) look(expiresAt);
    for (const { nextDue } of tests) look(nextDue);
  }
  return Number.isFinite(next) ? next : null;
}

/** How urgent a gap is, in points with their reasons. Pure. */
import type { Severity } from '../../kernel/severity.ts';
import type { GapPart, GapReasonCode } from './gaps.contract.ts';

/** A technique that a control should stop, with the alerts of the last 90 days that name it. */
export interface ControlThreat {
  readonly id: string;
  readonly alerts: number;
  /** 1 where the control is named itself, a half where it only shares a part with one that is. */
  readonly share: number;
}

/** Points of 100: the worst reason 45, the control's priority 25, its weight 10, attackers 20. */
const REASON_POINTS: Readonly<Record<GapReasonCode, number>> = {
  NON_COMPLIANT: 45,
  FAILED_TEST: 35,
  CHALLENGED: 32,
  PARTIAL: 28,
  EXPIRED: 22,
  REJECTED: 20,
  NOT_ASSESSED: 18,
  NO_EVIDENCE: 16,
  OVERDUE: 12,
  UNREVIEWED: 10,
  TEST_OVERDUE: 10,
};
const CONTROL_POINTS: Readonly<Record<Severity, number>> = {
  CRITICAL: 25,
  HIGH: 18,
  MEDIUM: 10,
  LOW: 3,
};
const WEIGHT_POINTS = 10;
const MAX_WEIGHT = 10;
const THREAT_POINTS = 20;
/** So many alerts of what it should stop give all points of threat. */
const THREAT_FULL_AT = 1000;
const LEVELS: readonly (readonly [Severity, number])[] = [
  ['CRITICAL', 75],
  ['HIGH', 55],
  ['MEDIUM', 35],
];
/** An exception in force: somebody has decided to live with it until then. */
const EXCEPTION_SHARE = 0.5;

const REASON_TEXT: Readonly<Record<GapReasonCode, string>> = {
  NON_COMPLIANT: 'Not in place',
  FAILED_TEST: 'A test failed',
  CHALLENGED: 'What happened in the queue speaks against it',
  PARTIAL: 'In place in part',
  EXPIRED: 'Its evidence has run out',
  REJECTED: 'Its evidence was rejected',
  NOT_ASSESSED: 'Never assessed',
  NO_EVIDENCE: 'Nothing proves it',
  OVERDUE: 'Its assessment is overdue',
  UNREVIEWED: 'Its evidence waits for review',
  TEST_OVERDUE: 'A test is overdue',
};

function threatPoints(threats: readonly ControlThreat[]): number {
  const alerts = threats.reduce((sum, { alerts: n, share }) => sum + n * share, 0);
  if (alerts <= 0) return 0;
  const share = Math.log10(1 + alerts) / Math.log10(1 + THREAT_FULL_AT);
  return Math.round(THREAT_POINTS * Math.min(1, share));
}

export function priorityOf(input: {
  readonly codes: readonly GapReasonCode[];
  readonly priority: Severity;
  readonly weight: number;
  readonly threats: readonly ControlThreat[];
  readonly isExcepted: boolean;
}): { level: Severity; points: number; parts: GapPart[] } {
  const { codes, priority, weight, threats, isExcepted } = input;
  const [worst] = [...codes].sort((a, b) => REASON_POINTS[b] - REASON_POINTS[a]);
  const parts: GapPart[] = [];
  const add = (text: string, value: number) => value !== 0 && parts.push({ text, value });
  if (worst) add(REASON_TEXT[worst], REASON_POINTS[worst]);
  add(`Priority of the control: ${priority.toLowerCase()}`, CONTROL_POINTS[priority]);
  add(
    `Weight ${weight} of ${MAX_WEIGHT}`,
    Math.round((WEIGHT_POINTS * (weight - 1)) / (MAX_WEIGHT - 1)),
  );
  const alerts = threats.reduce((sum, { alerts: n }) => sum + n, 0);
  add(
    `${alerts.toLocaleString('en')} ${alerts === 1 ? 'alert' : 'alerts'} of techniques that it should stop`,
    threatPoints(threats),
  );
  const sum = parts.reduce((total, { value }) => total + value, 0);
  if (isExcepted) add('An exception is in force', Math.round(sum * EXCEPTION_SHARE) - sum);
  const points = parts.reduce((total, { value }) => total + value, 0);
  const level = LEVELS.find(([, from]) => points >= from)?.[0] ?? 'LOW';
  return { level, points, parts };
}

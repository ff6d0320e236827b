/** Findings: from what was found to what was proven to be gone. */
import type { Severity } from '../../kernel/severity.ts';
import { DAY_MS } from '../../kernel/time.ts';

export const FINDING_STATUSES = ['OPEN', 'REMEDIATION', 'RETEST', 'CLOSED', 'ACCEPTED'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];
export const FINDING_STATUS_LABELS: Record<FindingStatus, string> = {
  OPEN: 'Open',
  REMEDIATION: 'Remediation',
  RETEST: 'Retest',
  CLOSED: 'Closed',
  ACCEPTED: 'Risk accepted',
};

/** Days from the day it was found to the day it must be gone. */
export const REMEDIATION_DAYS: Record<Severity, number> = {
  CRITICAL: 15,
  HIGH: 30,
  MEDIUM: 60,
  LOW: 90,
};

export function findingDueAt(severity: Severity, foundAt: number): number {
  return foundAt + REMEDIATION_DAYS[severity] * DAY_MS;
}

export const FINDING_STEPS = ['plan', 'remediated', 'pass', 'fail', 'accept', 'reopen'] as const;
export type FindingStep = (typeof FINDING_STEPS)[number];

interface StepRule {
  readonly from: readonly FindingStatus[];
  readonly to: FindingStatus;
  readonly label: string;
  /** The verb of the audit log: `findings.<action>`. */
  readonly action: string;
  /** What the text that goes with it is called; every step needs one. */
  readonly note: string;
}

export const STEP_RULES: Record<FindingStep, StepRule> = {
  plan: {
    from: ['OPEN'],
    to: 'REMEDIATION',
    label: 'Plan remediation',
    action: 'plan',
    note: 'Remediation plan',
  },
  remediated: {
    from: ['REMEDIATION'],
    to: 'RETEST',
    label: 'Report as remediated',
    action: 'remediate',
    note: 'What was done',
  },
  pass: {
    from: ['RETEST'],
    to: 'CLOSED',
    label: 'Retest passed',
    action: 'close',
    note: 'What was retested',
  },
  fail: {
    from: ['RETEST'],
    to: 'REMEDIATION',
    label: 'Retest failed',
    action: 'failRetest',
    note: 'What still fails',
  },
  accept: {
    from: ['OPEN', 'REMEDIATION', 'RETEST'],
    to: 'ACCEPTED',
    label: 'Accept the risk',
    action: 'accept',
    note: 'Why the risk is accepted',
  },
  reopen: {
    from: ['CLOSED', 'ACCEPTED'],
    to: 'OPEN',
    label: 'Reopen',
    action: 'reopen',
    note: 'Why it is open again',
  },
};

export function stepsFrom(status: FindingStatus): readonly FindingStep[] {
  return FINDING_STEPS.filter((step) => STEP_RULES[step].from.includes(status));
}

/** Work is left: neither proven gone nor accepted. */
export function isFindingOpen(status: FindingStatus): boolean {
  return status === 'OPEN' || status === 'REMEDIATION' || status === 'RETEST';
}

/** Late: work is left after the due day, or an acceptance has run out. Times in ms. */
export function isFindingOverdue(
  finding: { status: FindingStatus; dueAt: number | null; acceptedUntil: string | null },
  now: number,
): boolean {
  if (finding.status === 'ACCEPTED') {
    return finding.acceptedUntil !== null && Date.parse(finding.acceptedUntil) + DAY_MS <= now;
  }
  return isFindingOpen(finding.status) && finding.dueAt !== null && finding.dueAt < now;
}

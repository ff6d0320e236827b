/**
 * The steps of a finding. Defences: planning and remediating is for its owner and for those who run
 * audits; retest and acceptance are for those who run audits, and not for the one who did the work
 * while somebody else could (separation of duties).
 */
import type { FindingStepInput } from '../../../shared/areas/audits/findings.contract.ts';
import {
  findingDueAt,
  STEP_RULES,
  stepsFrom,
} from '../../../shared/areas/audits/findings.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { badField } from './audits.service.ts';
import type { FindingRow } from './findings.store.ts';

export interface StepActor {
  readonly id: string;
  /** Holds `audits.write`. */
  readonly runsAudits: boolean;
  /** Nobody else holds it. */
  readonly isOnlyApprover: boolean;
}

/** @throws AppError 'conflict' with the steps that are allowed. */
function mustBeStep(row: FindingRow, { step }: FindingStepInput): void {
  if (STEP_RULES[step].from.includes(row.status)) return;
  const allowed = stepsFrom(row.status);
  const names = allowed.map((name) => `${STEP_RULES[name].label} (${name})`).join(', ');
  throw new AppError(
    'conflict',
    `This finding is ${row.status}: '${STEP_RULES[step].label}' is not possible. Allowed: ${names}.`,
    { allowed },
  );
}

/** @throws AppError 'forbidden', 'conflict' where it is the actor's own work. Returns whether it is. */
function mustBeAllowed(row: FindingRow, step: FindingStepInput['step'], actor: StepActor): boolean {
  const isWork = step === 'plan' || step === 'remediated';
  if (!actor.runsAudits && !(isWork && row.owner === actor.id))
    throw new AppError('forbidden', 'Forbidden');
  const isRetest = step === 'pass' || step === 'fail';
  const isOwn =
    (isRetest && row.remediatedBy === actor.id) || (step === 'accept' && row.owner === actor.id);
  if (isOwn && !actor.isOnlyApprover) {
    const message = isRetest
      ? 'You remediated this yourself: somebody else retests it'
      : 'You own this finding: somebody else accepts its risk';
    throw new AppError('conflict', message, { allowed: [] });
  }
  return isOwn;
}

/** What a step makes of a finding. */
export function decideStep(
  row: FindingRow,
  input: FindingStepInput,
  { actor, now }: { actor: StepActor; now: number },
): Partial<FindingRow> {
  const { step, note, until } = input;
  mustBeStep(row, input);
  const isSelfApproved = mustBeAllowed(row, step, actor);
  const status = STEP_RULES[step].to;
  switch (step) {
    case 'plan':
      return { status, remediationPlan: note };
    case 'remediated':
      return { status, remediatedBy: actor.id, remediatedAt: now, remediationNote: note };
    case 'pass':
    case 'fail':
      return {
        status,
        retestedBy: actor.id,
        retestedAt: now,
        retestResult: step === 'pass' ? 'PASS' : 'FAIL',
        retestNote: note,
        isSelfApproved,
        closedAt: step === 'pass' ? now : null,
      };
    case 'accept':
      if (until === null) throw badField('until', 'An expiry is required to accept a risk');
      if (until <= toIso(now).slice(0, 10))
        throw badField('until', 'The expiry must be after today');
      return {
        status,
        acceptedBy: actor.id,
        acceptedReason: note,
        acceptedUntil: until,
        isSelfApproved,
      };
    case 'reopen':
      return {
        status,
        closedAt: null,
        acceptedBy: null,
        acceptedReason: null,
        acceptedUntil: null,
        isSelfApproved: false,
        dueAt: findingDueAt(row.severity, now),
      };
  }
}

/**
 * What happens to a risk, within a transaction: recorded, changed, assessed anew, taken to another
 * status. Scores are computed here, whatever a caller sends.
 *
 * Defences: only the transitions of the rules; a reason where one counts; who owns a risk (or recorded
 * it, where nobody owns it) does not accept it while somebody else could (separation of duties).
 */
import type { NewRisk, RiskUpdate } from '../../../shared/areas/risk/risks.contract.ts';
import {
  needsReason,
  RISK_STATUS_LABELS,
  RISK_TRANSITIONS,
  type RiskStatus,
  riskScoreOf,
  transitionVerb,
} from '../../../shared/areas/risk/risks.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { addMonths, type Day } from '../../../shared/kernel/day.ts';
import { mergeFields } from '../../db/field-merge.ts';
import { risksTable } from '../../db/tables/risk.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { computeFor, type ReadEffects, residualPatch } from './risk-residual.ts';
import {
  badRiskField,
  mustBeOwner,
  mustFindRisk,
  type RiskRow,
  residualAtFirst,
} from './risk-rows.store.ts';

export interface RiskActor {
  readonly id: string;
  /** Nobody else may write risks. */
  readonly isOnlyApprover: boolean;
  readonly today: Day;
}

/** Returns the new id. @throws AppError 'bad-input'. */
export function insertRisk(
  tx: WriteTx,
  risk: NewRisk,
  { actor, newId, today }: { actor: string | null; newId: NewId; today: Day },
): string {
  mustBeOwner(tx, risk.owner);
  const id = newId();
  const score = riskScoreOf(risk.likelihood, risk.impact);
  tx.insert(risksTable, {
    id,
    title: risk.title,
    description: risk.description,
    category: risk.category,
    likelihood: risk.likelihood,
    impact: risk.impact,
    riskScore: score,
    inherentRisk: score,
    residualRisk: residualAtFirst(score),
    status: risk.status,
    owner: risk.owner,
    mitigationPlan: risk.mitigationPlan,
    targetDate: risk.targetDate,
    reviewMonths: risk.reviewMonths,
    nextReview:
      risk.nextReview ?? (risk.reviewMonths === null ? null : addMonths(today, risk.reviewMonths)),
    createdBy: actor,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  return id;
}

/** @throws AppError 'conflict' with the statuses that are allowed. */
function mustBeAllowed(from: RiskStatus, to: RiskStatus): void {
  const allowed = RISK_TRANSITIONS[from];
  if (allowed.includes(to)) return;
  const names = allowed.map((status) => RISK_STATUS_LABELS[status]).join(', ');
  throw new AppError(
    'conflict',
    `This risk is ${from}: it cannot become ${to}. Allowed: ${names}.`,
    { allowed },
  );
}

const NOT_ACCEPTED = {
  acceptedBy: null,
  acceptedReason: null,
  acceptedOn: null,
  expiresOn: null,
  isSelfApproved: false,
} as const;
const NOT_TRANSFERRED = { transferredTo: null, transferReason: null } as const;

function accepted(row: RiskRow, update: RiskUpdate, actor: RiskActor): Partial<RiskRow> {
  const expiresOn = update.expiresOn ?? null;
  if (expiresOn === null) throw badRiskField('expiresOn', 'An expiry is required to accept a risk');
  if (expiresOn <= actor.today) throw badRiskField('expiresOn', 'The expiry must be after today');
  const isOwn = (row.owner ?? row.createdBy) === actor.id;
  if (isOwn && !actor.isOnlyApprover)
    throw new AppError('conflict', 'This is your own risk: somebody else accepts it', {
      allowed: RISK_TRANSITIONS[row.status].filter((status) => status !== 'ACCEPTED'),
    });
  return {
    ...NOT_TRANSFERRED,
    status: 'ACCEPTED',
    acceptedBy: actor.id,
    acceptedReason: update.reason ?? null,
    acceptedOn: actor.today,
    expiresOn,
    isSelfApproved: isOwn,
  };
}

function transition(row: RiskRow, update: RiskUpdate, actor: RiskActor): Partial<RiskRow> {
  const to = update.status;
  if (to === undefined) {
    if (update.expiresOn !== undefined)
      throw badRiskField('expiresOn', 'The expiry changes with a renewed acceptance');
    if (update.transferredTo !== undefined)
      throw badRiskField('transferredTo', 'To whom it goes is said when it is transferred');
    return {};
  }
  mustBeAllowed(row.status, to);
  if (needsReason(row.status, to) && update.reason === undefined)
    throw badRiskField('reason', 'Reason is required');
  if (to === 'ACCEPTED') return accepted(row, update, actor);
  if (to !== 'TRANSFERRED') return { status: to, ...NOT_ACCEPTED, ...NOT_TRANSFERRED };
  if (!update.transferredTo)
    throw badRiskField('transferredTo', 'Say to whom the risk is transferred');
  return {
    ...NOT_ACCEPTED,
    status: to,
    transferredTo: update.transferredTo,
    transferReason: update.reason ?? null,
  };
}

const PLAIN = [
  'title',
  'description',
  'category',
  'owner',
  'mitigationPlan',
  'targetDate',
  'reviewMonths',
  'nextReview',
  'likelihood',
  'impact',
] as const;

function plainFields(update: RiskUpdate): Partial<RiskRow> {
  const given = PLAIN.filter((field) => update[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, update[field]]));
}

/** Computed, so that nobody's edit is in conflict with them. */
const COMPUTED: ReadonlySet<string> = new Set([
  'riskScore',
  'inherentRisk',
  'residualRisk',
  'residualBasis',
  'residualFormula',
  'residualBy',
  'residualReason',
  'residualAt',
  'acceptedBy',
  'acceptedOn',
  'isSelfApproved',
]);

/** A new cadence without a day counts from the last review, else from today. */
function nextReviewOf(row: RiskRow, update: RiskUpdate, today: Day): Partial<RiskRow> {
  const { reviewMonths, nextReview } = update;
  if (!reviewMonths || nextReview !== undefined || reviewMonths === row.reviewMonths) return {};
  return { nextReview: addMonths(row.lastReview ?? today, reviewMonths) };
}

/** The scores that follow; an own assessment of the residual ends with the scores it was made of. */
function scoresAfter(
  tx: WriteTx,
  row: RiskRow,
  update: RiskUpdate,
  readEffects: ReadEffects,
): Partial<RiskRow> {
  const likelihood = update.likelihood ?? row.likelihood;
  const impact = update.impact ?? row.impact;
  if (likelihood === row.likelihood && impact === row.impact) return {};
  if (update.reason === undefined) throw badRiskField('reason', 'Reason is required');
  const score = riskScoreOf(likelihood, impact);
  const computed = computeFor(
    tx,
    { id: row.id, inherentRisk: score },
    { readEffects, now: tx.now },
  );
  return { riskScore: score, inherentRisk: score, ...residualPatch(computed, tx.now) };
}

function verbOf(row: RiskRow, update: RiskUpdate, isRescored: boolean): string {
  if (update.status !== undefined) return transitionVerb(row.status, update.status);
  return isRescored ? 'reassess' : 'update';
}

/** Returns what others changed since `update.baseRevision`. @throws AppError. */
export function changeRisk(
  tx: WriteTx,
  id: string,
  update: RiskUpdate,
  { actor, readEffects }: { actor: RiskActor; readEffects: ReadEffects },
): OtherChange[] {
  const row = mustFindRisk(tx, id);
  const steps = transition(row, update, actor);
  const own = { ...plainFields(update), ...steps };
  if (update.owner !== row.owner) mustBeOwner(tx, update.owner);
  const merged = mergeFields<RiskRow>(tx, row, own, update.baseRevision);
  const scores = scoresAfter(tx, row, update, readEffects);
  const caller: Caller = {
    actor: actor.id,
    origin: 'user',
    action: `risks.${verbOf(row, update, 'riskScore' in scores)}`,
    reason: update.reason ?? null,
  };
  tx.asOf(tx.now, caller, (inner) =>
    inner.update(risksTable, id, {
      ...own,
      ...nextReviewOf(row, update, actor.today),
      ...scores,
      updatedAt: tx.now,
    }),
  );
  return merged.filter(({ field }) => !COMPUTED.has(field));
}

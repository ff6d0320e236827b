/**
 * The steps of a policy and of its next version. Defences: who wrote in a version or submitted it does
 * not approve it while another account could (separation of duties); an approval is of one text, by
 * its hash, and is void once the text changes; a person counts once.
 */
import type {
  PolicyDetail,
  PolicyUpdate,
} from '../../../shared/areas/policies/policies.contract.ts';
import {
  type PolicyStatus,
  type PolicyTransition,
  policyTransitions,
  quorumProblem,
} from '../../../shared/areas/policies/policies.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { addMonths, type Day } from '../../../shared/kernel/day.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { approverIds } from '../../db/approvers.ts';
import type { ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import {
  policiesTable,
  policyApprovalsTable,
  policyVersionsTable,
} from '../../db/tables/policies.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { askAnew, endRequests } from './attestations.writes.ts';
import {
  findVersion,
  type PolicyRow,
  standingApprovals,
  type VersionRow,
} from './policies.store.ts';
import { badField, mustBeWorking, voidApprovals } from './policies.writes.ts';

/** @throws AppError 'conflict' with what is allowed. */
export function mustBeTransition(row: PolicyRow, to: PolicyStatus): PolicyTransition {
  const allowed = policyTransitions(row);
  const found = allowed.find((rule) => rule.to === to);
  if (found) return found;
  const names = allowed.map((rule) => `${rule.label} (${rule.to})`).join(', ') || 'nothing';
  const stage =
    row.status === 'APPROVED' && row.workingStatus !== null
      ? `APPROVED, its next version ${row.workingStatus}`
      : row.status;
  throw new AppError(
    'conflict',
    `This policy is ${stage} and cannot become ${to}. Allowed: ${names}.`,
    {
      allowed: allowed.map((rule) => rule.to),
    },
  );
}

export type Quorum = PolicyDetail['quorum'];

const hasPart = (version: VersionRow, account: string): boolean =>
  version.authors.includes(account) || version.submittedBy === account;

/** Approvals needed, given and possible for a version; without one, for one that nobody here wrote. */
export function quorumOf(db: ReadDb, version: VersionRow | null): Quorum {
  const needed = readWorkspaceSettings(db).policies.approvals;
  const approvers = approverIds(db, 'policies.approve');
  const isHeld = approvers.length >= 2;
  const given = version ? standingApprovals(db, version) : [];
  const may = approvers.filter((id) => !(isHeld && version && hasPart(version, id)));
  // Whoever approved and has left since still counts.
  const possible = new Set([...may, ...given.map(({ approver }) => approver)]).size;
  return { needed, given: given.length, possible, problem: quorumProblem(needed, possible) };
}

export type MayApprove = PolicyDetail['mayApprove'];

export function mayApprove(
  db: ReadDb,
  version: VersionRow | null,
  actor: { readonly id: string; readonly holdsPermission: boolean },
): MayApprove {
  if (version?.status !== 'UNDER_REVIEW') return 'nothing';
  if (!actor.holdsPermission) return 'no-permission';
  const given = standingApprovals(db, version);
  const { needed } = quorumOf(db, version);
  if (given.some(({ approver }) => approver === actor.id) && given.length < needed)
    return 'no-twice';
  if (!hasPart(version, actor.id)) return 'yes';
  return approverIds(db, 'policies.approve').length < 2 ? 'self-approved' : 'no-own';
}

export interface Step {
  readonly newId: NewId;
  readonly actor: string;
  readonly holdsPermission: boolean;
}

/** Takes the step that `update.status` names. @throws AppError 'conflict', 'forbidden', 'bad-input'. */
export function takeStep(
  tx: WriteTx,
  step: Step,
  row: PolicyRow,
  update: PolicyUpdate & { readonly status: PolicyStatus },
): void {
  const rule = mustBeTransition(row, update.status);
  if (rule.needsReason && update.reason === undefined)
    throw badField('reason', 'A reason is required');
  switch (rule.action) {
    case 'submit':
      submit(tx, row, step.actor);
      break;
    case 'approve':
      approve(tx, step, row, update);
      break;
    case 'request-changes':
      requestChanges(tx, row, update.reason ?? '');
      break;
    case 'deprecate':
      deprecate(tx, row, step.actor);
      break;
    default:
      exhaustive(rule.action);
  }
}

/** The stage of the version; also that of the policy, while nothing is in force. */
function setStage(
  tx: WriteTx,
  row: PolicyRow,
  status: 'DRAFT' | 'UNDER_REVIEW',
  patch: Partial<VersionRow>,
): void {
  const working = mustBeWorking(tx, row);
  tx.update(policyVersionsTable, working.id, { ...patch, status, updatedAt: tx.now });
  const isFirst = row.currentVersionId === null;
  tx.update(policiesTable, row.id, {
    workingStatus: status,
    ...(isFirst ? { status } : {}),
    updatedAt: tx.now,
  });
}

function submit(tx: WriteTx, row: PolicyRow, actor: string): void {
  setStage(tx, row, 'UNDER_REVIEW', { submittedBy: actor, submittedAt: tx.now });
}

function requestChanges(tx: WriteTx, row: PolicyRow, reason: string): void {
  voidApprovals(tx, mustBeWorking(tx, row), `Changes were requested: ${reason}`);
  setStage(tx, row, 'DRAFT', { submittedBy: null, submittedAt: null });
}

/** @throws AppError 'forbidden', 'conflict'. */
function mustMayApprove(tx: WriteTx, step: Step, working: VersionRow): MayApprove {
  const may = mayApprove(tx, working, { id: step.actor, holdsPermission: step.holdsPermission });
  const refuse = (message: string) => new AppError('conflict', message, { allowed: ['DRAFT'] });
  if (may === 'no-permission') throw new AppError('forbidden', 'Forbidden');
  if (may === 'no-own')
    throw refuse('You wrote or submitted this version: another person must approve it.');
  if (may === 'no-twice')
    throw refuse('You have approved this version: the approval of another person is needed.');
  return may;
}

function approve(tx: WriteTx, step: Step, row: PolicyRow, update: PolicyUpdate): void {
  const working = mustBeWorking(tx, row);
  const isSelfApproved = mustMayApprove(tx, step, working) === 'self-approved';
  if (update.sha256 !== undefined && update.sha256 !== working.sha256)
    throw new AppError(
      'conflict',
      'The text was changed after you opened it: read it as it is now, then approve it.',
      { allowed: ['APPROVED', 'DRAFT'] },
    );
  const given = standingApprovals(tx, working);
  if (!given.some(({ approver }) => approver === step.actor)) {
    tx.insert(policyApprovalsTable, {
      id: step.newId(),
      policyId: row.id,
      versionId: working.id,
      sha256: working.sha256,
      approver: step.actor,
      isSelfApproved,
      note: update.reason ?? null,
      createdAt: tx.now,
    });
  }
  const standing = standingApprovals(tx, working);
  if (standing.length < quorumOf(tx, working).needed) {
    tx.update(policiesTable, row.id, { updatedAt: tx.now });
    return;
  }
  putInForce(tx, step.newId, row, working, {
    approver: step.actor,
    isSelfApproved: standing.some((approval) => approval.isSelfApproved),
    nextReviewDate: update.nextReviewDate ?? null,
  });
}

/**
 * The next review: what the approval says; else, of a first version, the day that was planned where it
 * is to come; else so many months from today.
 */
function nextReviewOf(row: PolicyRow, today: Day): Day {
  const planned = row.currentVersionId === null ? row.nextReviewDate : null;
  return planned !== null && planned > today ? planned : addMonths(today, row.reviewMonths);
}

function putInForce(
  tx: WriteTx,
  newId: NewId,
  row: PolicyRow,
  working: VersionRow,
  approval: {
    readonly approver: string;
    readonly isSelfApproved: boolean;
    readonly nextReviewDate: Day | null;
  },
): void {
  const today = localDay(tx.now);
  const effectiveDate = working.effectiveDate ?? today;
  const before = findVersion(tx, row.currentVersionId);
  if (before)
    tx.update(policyVersionsTable, before.id, {
      status: 'SUPERSEDED',
      endedAt: tx.now,
      updatedAt: tx.now,
    });
  tx.update(policyVersionsTable, working.id, {
    status: 'APPROVED',
    approvedAt: tx.now,
    isSelfApproved: approval.isSelfApproved,
    effectiveDate,
    updatedAt: tx.now,
  });
  tx.update(policiesTable, row.id, {
    status: 'APPROVED',
    title: working.title,
    content: working.content,
    version: working.version,
    approver: approval.approver,
    effectiveDate,
    reviewDate: today,
    nextReviewDate: approval.nextReviewDate ?? nextReviewOf(row, today),
    currentVersionId: working.id,
    workingVersionId: null,
    workingStatus: null,
    updatedAt: tx.now,
  });
  askAnew(tx, newId, working, before, approval.approver);
}

function deprecate(tx: WriteTx, row: PolicyRow, actor: string): void {
  endRequests(tx, row.id, actor);
  const ended = { status: 'WITHDRAWN', endedAt: tx.now, updatedAt: tx.now } as const;
  for (const id of [row.currentVersionId, row.workingVersionId])
    if (id !== null) tx.update(policyVersionsTable, id, ended);
  tx.update(policiesTable, row.id, {
    status: 'DEPRECATED',
    currentVersionId: row.currentVersionId ?? row.workingVersionId,
    workingVersionId: null,
    workingStatus: null,
    updatedAt: tx.now,
  });
}

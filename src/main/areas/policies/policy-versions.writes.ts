/** The next version of a policy, and a review that leaves it as it is. */
import type { PolicyReview } from '../../../shared/areas/policies/policies.contract.ts';
import { nextVersion } from '../../../shared/areas/policies/policies.rules.ts';
import type { NewVersion } from '../../../shared/areas/policies/policy-versions.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { addMonths } from '../../../shared/kernel/day.ts';
import { approverIds } from '../../db/approvers.ts';
import { policiesTable, policyVersionsTable } from '../../db/tables/policies.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { findVersion, type PolicyRow, readVersions, type VersionRow } from './policies.store.ts';
import { badField, textHash, voidApprovals } from './policies.writes.ts';

const refuse = (message: string) => new AppError('conflict', message, { allowed: [] });

/** The version in force. @throws AppError 'conflict' where the policy is not approved. */
function mustBeInForce(tx: WriteTx, row: PolicyRow, what: string): VersionRow {
  const current = findVersion(tx, row.currentVersionId);
  if (row.status === 'APPROVED' && current) return current;
  throw refuse(`This policy is ${row.status}: ${what}.`);
}

/** A draft beside the version in force. Returns its id. */
export function beginVersion(
  tx: WriteTx,
  newId: NewId,
  row: PolicyRow,
  { input, actor }: { readonly input: NewVersion; readonly actor: string | null },
): string {
  const current = mustBeInForce(tx, row, 'a new version begins from an approved one');
  if (row.workingVersionId !== null)
    throw refuse('A next version is being written already: change it, or discard it first.');
  const versions = readVersions(tx, row.id);
  const id = newId();
  const content = input.content ?? current.content;
  tx.insert(policyVersionsTable, {
    id,
    policyId: row.id,
    number: Math.max(0, ...versions.map(({ number }) => number)) + 1,
    version: nextVersion(
      current.version,
      input.change,
      versions.map(({ version }) => version),
    ),
    title: current.title,
    content,
    sha256: textHash(content),
    note: input.note,
    author: actor,
    authors: actor === null ? [] : [actor],
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  tx.update(policiesTable, row.id, {
    workingVersionId: id,
    workingStatus: 'DRAFT',
    updatedAt: tx.now,
  });
  return id;
}

/** @throws AppError 'conflict' where nothing is in force that would stay. */
export function discardVersion(tx: WriteTx, row: PolicyRow, reason: string): void {
  const working = findVersion(tx, row.workingVersionId);
  if (row.currentVersionId === null || !working)
    throw refuse('There is no next version to discard: the first version is deprecated instead.');
  voidApprovals(tx, working, `The version was discarded: ${reason}`);
  tx.update(policyVersionsTable, working.id, {
    status: 'WITHDRAWN',
    endedAt: tx.now,
    updatedAt: tx.now,
  });
  tx.update(policiesTable, row.id, {
    workingVersionId: null,
    workingStatus: null,
    updatedAt: tx.now,
  });
}

/** Reviewed and found right, by somebody else than its authors where there is one who could. */
export function confirmReview(
  tx: WriteTx,
  row: PolicyRow,
  { nextReviewDate }: PolicyReview,
  actor: string,
): void {
  const current = mustBeInForce(tx, row, 'only an approved policy is reviewed');
  const isOwn = current.authors.includes(actor);
  if (isOwn && approverIds(tx, 'policies.approve').length >= 2)
    throw refuse('You wrote this version: another person must review it.');
  const today = localDay(tx.now);
  if (nextReviewDate && nextReviewDate <= today)
    throw badField('nextReviewDate', 'Next review date must be after today');
  tx.update(policiesTable, row.id, {
    reviewDate: today,
    nextReviewDate: nextReviewDate ?? addMonths(today, row.reviewMonths),
    updatedAt: tx.now,
  });
}

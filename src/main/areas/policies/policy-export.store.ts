/** One version of a policy with what its cover says of it. */
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import {
  type ApprovalRow,
  mustFindPolicy,
  mustFindVersion,
  type PolicyRow,
  readApprovals,
  readNames,
  type VersionRow,
} from './policies.store.ts';

export interface PolicyContent {
  readonly policy: PolicyRow;
  readonly version: VersionRow;
  /** Those that count, oldest first. */
  readonly approvals: readonly ApprovalRow[];
  readonly nameOf: (id: string | null) => string | null;
}

/**
 * @param versionId absent: the one in force, or the one that is written where none is.
 * @throws AppError 'not-found', 'conflict' where there is no version yet.
 */
export function readPolicyContent(
  db: ReadDb,
  policyId: string,
  versionId: string | undefined,
): PolicyContent {
  const policy = mustFindPolicy(db, policyId);
  const wanted = versionId ?? policy.currentVersionId ?? policy.workingVersionId;
  if (wanted === null)
    throw new AppError('conflict', 'This policy has no text yet. Open it once, then export it.', {
      allowed: [],
    });
  const version = mustFindVersion(db, policyId, wanted);
  const approvals = readApprovals(db, policyId).filter(
    (one) => one.versionId === version.id && one.voidedAt === null && one.sha256 === version.sha256,
  );
  const people = [policy.owner, policy.approver, version.author, ...version.authors];
  const names = readNames(db, [...people, ...approvals.map(({ approver }) => approver)]);
  return {
    ...{ policy, version, approvals },
    nameOf: (id) => (id === null ? null : (names.get(id) ?? 'Unknown account')),
  };
}

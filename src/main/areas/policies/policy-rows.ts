import type { Policy } from '../../../shared/areas/policies/policies.contract.ts';
import { isOutdated } from '../../../shared/areas/policies/policies.rules.ts';
import type {
  PolicyVersion,
  PolicyVersionText,
} from '../../../shared/areas/policies/policy-versions.contract.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import { type ApprovalRow, type PolicyRow, readNames, type VersionRow } from './policies.store.ts';
import { readControlCounts, readVersionHeads } from './policy-extras.store.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));
type Names = ReadonlyMap<string, string>;
const nameOf = (names: Names, id: string | null) => (id === null ? null : (names.get(id) ?? null));

/** The stamp of the last write to the policy or to the version that is written. */
function policyRevision(
  row: Parameters<typeof revisionOf>[0],
  working: Parameters<typeof revisionOf>[0] | null | undefined,
): string {
  const stamps = [revisionOf(row), working ? revisionOf(working) : ''].sort();
  return stamps.at(-1) ?? '';
}

/** What lists and details show of a policy; a page's rows are completed at once. */
export function toPolicies(db: ReadDb, rows: readonly PolicyRow[], today: Day): Policy[] {
  const names = readNames(
    db,
    rows.flatMap(({ owner, approver }) => [owner, approver]),
  );
  const ids = rows.map(({ id }) => id);
  const counts = readControlCounts(db, ids);
  const versions = readVersionHeads(
    db,
    rows.flatMap((row) => [row.currentVersionId, row.workingVersionId]),
  );
  return rows.map((row) => {
    const working = versions.get(row.workingVersionId ?? '');
    const { workingStatus } = row;
    return {
      id: row.id,
      title: row.title,
      description: row.description,
      version: row.version,
      status: row.status,
      category: row.category,
      owner: row.owner,
      ownerName: nameOf(names, row.owner),
      approver: row.approver,
      approverName: nameOf(names, row.approver),
      effectiveDate: row.effectiveDate,
      reviewDate: row.reviewDate,
      nextReviewDate: row.nextReviewDate,
      reviewMonths: row.reviewMonths,
      isOutdated: isOutdated(row, today),
      isSelfApproved: versions.get(row.currentVersionId ?? '')?.isSelfApproved === true,
      working:
        working && workingStatus
          ? { id: working.id, version: working.version, status: workingStatus }
          : null,
      controlCount: counts.get(row.id) ?? 0,
      createdAt: toIso(row.createdAt),
      updatedAt: toIso(row.updatedAt),
      revision: policyRevision(row, working),
    };
  });
}

/** Who stands in versions and approvals. */
export const peopleOf = (
  versions: readonly VersionRow[],
  approvals: readonly ApprovalRow[],
): (string | null)[] => [
  ...versions.flatMap((row) => [row.author, row.submittedBy, ...row.authors]),
  ...approvals.map(({ approver }) => approver),
];

export function toVersion(
  row: VersionRow,
  approvals: readonly ApprovalRow[],
  names: Names,
): PolicyVersion {
  return {
    id: row.id,
    number: row.number,
    version: row.version,
    title: row.title,
    status: row.status,
    sha256: row.sha256,
    length: row.content.length,
    note: row.note,
    author: row.author,
    authorName: nameOf(names, row.author),
    authorNames: row.authors.map((id) => names.get(id) ?? 'Unknown account'),
    submittedByName: nameOf(names, row.submittedBy),
    submittedAt: isoOrNull(row.submittedAt),
    approvedAt: isoOrNull(row.approvedAt),
    isSelfApproved: row.isSelfApproved,
    effectiveDate: row.effectiveDate,
    endedAt: isoOrNull(row.endedAt),
    evidenceId: row.evidenceId,
    createdAt: toIso(row.createdAt),
    approvals: approvals
      .filter(({ versionId }) => versionId === row.id)
      .map((approval) => ({
        id: approval.id,
        approver: approval.approver,
        approverName: nameOf(names, approval.approver),
        sha256: approval.sha256,
        isSelfApproved: approval.isSelfApproved,
        note: approval.note,
        createdAt: toIso(approval.createdAt),
        voidedAt: isoOrNull(approval.voidedAt),
        voidedReason: approval.voidedReason,
      })),
  };
}

export const withText = (version: PolicyVersion, { content }: VersionRow): PolicyVersionText => ({
  ...version,
  content,
});

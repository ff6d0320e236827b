import type { PolicyDetail } from '../../../shared/areas/policies/policies.contract.ts';
import type { PolicyStatus, VersionStatus } from '../../../shared/areas/policies/policies.rules.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const POLICY_TONES: Record<PolicyStatus, BadgeTone> = {
  DRAFT: 'neutral',
  UNDER_REVIEW: 'accent',
  APPROVED: 'ok',
  DEPRECATED: 'neutral',
};

export const VERSION_TONES: Record<VersionStatus, BadgeTone> = {
  DRAFT: 'neutral',
  UNDER_REVIEW: 'accent',
  APPROVED: 'ok',
  SUPERSEDED: 'neutral',
  WITHDRAWN: 'neutral',
};

export const POLICY_FIELD_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  content: 'Text',
  version: 'Version',
  status: 'Status',
  category: 'Category',
  owner: 'Owner',
  approver: 'Approver',
  effectiveDate: 'Effective date',
  reviewDate: 'Last review',
  nextReviewDate: 'Next review',
  reviewMonths: 'Months between reviews',
  note: 'What is new',
  workingStatus: 'Next version',
  sha256: 'SHA-256 of the text',
};

/** Of the history: identifiers that other fields say in words. */
export const HIDDEN_HISTORY_FIELDS = [
  'currentVersionId',
  'workingVersionId',
  'isOutdated',
  'authors',
  'evidenceId',
] as const;

export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** Why the asking account cannot approve; null where it can, or nothing waits. */
export function cannotApprove(policy: PolicyDetail): string | null {
  if (policy.quorum.problem !== null && policy.mayApprove !== 'no-permission')
    return policy.quorum.problem;
  switch (policy.mayApprove) {
    case 'no-own':
      return 'You wrote or submitted this version: another person must approve it.';
    case 'no-twice':
      return 'You have approved this version: the approval of another person is needed.';
    case 'no-permission':
      return 'Your role does not approve policies.';
    default:
      return null;
  }
}

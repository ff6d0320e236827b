/** What a policy may become, when it is out of date, and how its versions are counted. Pure. */
import type { Day } from '../../kernel/day.ts';

export const POLICY_STATUSES = ['DRAFT', 'UNDER_REVIEW', 'APPROVED', 'DEPRECATED'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];
export const POLICY_STATUS_LABELS: Record<PolicyStatus, string> = {
  DRAFT: 'Draft',
  UNDER_REVIEW: 'Under Review',
  APPROVED: 'Approved',
  DEPRECATED: 'Deprecated',
};

export const POLICY_CATEGORIES = ['SECURITY', 'PRIVACY', 'HR', 'IT', 'OPERATIONS'] as const;
export type PolicyCategory = (typeof POLICY_CATEGORIES)[number];
export const POLICY_CATEGORY_LABELS: Record<PolicyCategory, string> = {
  SECURITY: 'Security',
  PRIVACY: 'Privacy',
  HR: 'HR',
  IT: 'IT',
  OPERATIONS: 'Operations',
};

/** A version that is written or reviewed. */
export const WORKING_STATUSES = ['DRAFT', 'UNDER_REVIEW'] as const;
export type WorkingStatus = (typeof WORKING_STATUSES)[number];

export const VERSION_STATUSES = [
  ...WORKING_STATUSES,
  'APPROVED',
  'SUPERSEDED',
  'WITHDRAWN',
] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];
export const VERSION_STATUS_LABELS: Record<VersionStatus, string> = {
  DRAFT: 'Draft',
  UNDER_REVIEW: 'Under Review',
  APPROVED: 'In force',
  SUPERSEDED: 'Superseded',
  WITHDRAWN: 'Withdrawn',
};

export const POLICY_TITLE_MAX = 255;
export const POLICY_DESCRIPTION_MAX = 2000;
/** Characters of Markdown. */
export const POLICY_CONTENT_MAX = 200_000;
export const POLICY_REASON_MAX = 1000;
export const DEFAULT_REVIEW_MONTHS = 12;
/** A review counts as due from so many days before its day. */
export const REVIEW_DUE_DAYS = 30;

interface Stage {
  readonly status: PolicyStatus;
  /** Of the version that is written or reviewed; null where there is none. */
  readonly workingStatus: WorkingStatus | null;
}

export interface PolicyTransition {
  readonly to: PolicyStatus;
  readonly label: string;
  /** Of the audit entry: `policies.<action>`. */
  readonly action: 'submit' | 'approve' | 'request-changes' | 'deprecate';
  readonly needsReason: boolean;
}

const SUBMIT: PolicyTransition = {
  to: 'UNDER_REVIEW',
  label: 'Submit for Review',
  action: 'submit',
  needsReason: false,
};
const APPROVE: PolicyTransition = {
  to: 'APPROVED',
  label: 'Approve',
  action: 'approve',
  needsReason: false,
};
const REQUEST_CHANGES: PolicyTransition = {
  to: 'DRAFT',
  label: 'Request changes',
  action: 'request-changes',
  needsReason: true,
};
const DEPRECATE: PolicyTransition = {
  to: 'DEPRECATED',
  label: 'Deprecate',
  action: 'deprecate',
  needsReason: true,
};

/**
 * What may be done now. An approved policy whose next version is written or reviewed takes the same
 * steps; it stays in force meanwhile.
 */
export function policyTransitions({ status, workingStatus }: Stage): readonly PolicyTransition[] {
  if (status === 'DEPRECATED') return [];
  const stage = workingStatus ?? status;
  if (stage === 'DRAFT') return [SUBMIT, DEPRECATE];
  if (stage === 'UNDER_REVIEW') return [APPROVE, REQUEST_CHANGES, DEPRECATE];
  return [DEPRECATE];
}

/** An approved policy is out of date from the day after its review was due. */
export function isOutdated(
  policy: { readonly status: PolicyStatus; readonly nextReviewDate: Day | null },
  today: Day,
): boolean {
  return (
    policy.status === 'APPROVED' && policy.nextReviewDate !== null && policy.nextReviewDate < today
  );
}

/** `1`, `1.0` or `1.0.2`. */
export const VERSION_PATTERN = /^\d{1,4}(\.\d{1,4}){0,2}$/;
export const VERSION_CHANGES = ['minor', 'major'] as const;
export type VersionChange = (typeof VERSION_CHANGES)[number];

/**
 * The number after `version`: a minor change counts the second part up (1.0 → 1.1), a major one the
 * first (1.4 → 2.0). Numbers that were used are passed over.
 */
export function nextVersion(
  version: string,
  change: VersionChange,
  used: readonly string[] = [],
): string {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  let next: readonly [number, number] = change === 'major' ? [major + 1, 0] : [major, minor + 1];
  while (used.includes(next.join('.')))
    next = change === 'major' ? [next[0] + 1, 0] : [next[0], next[1] + 1];
  return next.join('.');
}

/** Said where fewer accounts may approve than approvals are needed. */
export function quorumProblem(needed: number, possible: number): string | null {
  if (possible >= needed) return null;
  const who =
    possible === 0
      ? 'no account'
      : possible === 1
        ? 'only one account'
        : `only ${possible} accounts`;
  return `${needed} ${needed === 1 ? 'approval is' : 'approvals are'} needed and ${who} may give one. Lower the number under Settings, or give another account a role that approves policies.`;
}

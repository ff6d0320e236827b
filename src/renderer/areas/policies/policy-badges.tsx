import { Archive, CalendarX, CircleCheck, FilePen, Hourglass } from 'lucide-react';
import type { Policy } from '../../../shared/areas/policies/policies.contract.ts';
import {
  POLICY_STATUS_LABELS,
  type PolicyStatus,
  VERSION_STATUS_LABELS,
  type VersionStatus,
} from '../../../shared/areas/policies/policies.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { POLICY_TONES, VERSION_TONES } from './policies.text.ts';

const ICONS = {
  DRAFT: FilePen,
  UNDER_REVIEW: Hourglass,
  APPROVED: CircleCheck,
  DEPRECATED: Archive,
} as const;

export function PolicyStatusBadge({ status }: { status: PolicyStatus }) {
  const Icon = ICONS[status];
  return (
    <Badge tone={POLICY_TONES[status]} icon={<Icon aria-hidden />}>
      {POLICY_STATUS_LABELS[status]}
    </Badge>
  );
}

export const VersionBadge = ({ status }: { status: VersionStatus }) => (
  <Badge tone={VERSION_TONES[status]}>{VERSION_STATUS_LABELS[status]}</Badge>
);

/** The next version of a policy that is in force; nothing where there is none. */
export function NextVersionBadge({ policy }: { policy: Policy }) {
  if (policy.status !== 'APPROVED' || policy.working === null) return null;
  const { version, status } = policy.working;
  return (
    <Badge tone={status === 'UNDER_REVIEW' ? 'accent' : 'neutral'}>
      {`${version} ${VERSION_STATUS_LABELS[status].toLowerCase()}`}
    </Badge>
  );
}

/** The day of the next review, with a word where it has passed. */
export function NextReview({ policy }: { policy: Pick<Policy, 'nextReviewDate' | 'isOutdated'> }) {
  if (policy.nextReviewDate === null) return <NoFigure />;
  return (
    <span className="inline-flex items-center gap-1.5">
      <time dateTime={policy.nextReviewDate}>{policy.nextReviewDate}</time>
      {policy.isOutdated && <OutdatedBadge />}
    </span>
  );
}

export const OutdatedBadge = () => (
  <Badge tone="bad" icon={<CalendarX aria-hidden />}>
    Outdated
  </Badge>
);

export const SelfApprovedBadge = () => <Badge tone="warn">self-approved</Badge>;

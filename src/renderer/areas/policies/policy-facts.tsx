import type { ReactNode } from 'react';
import type { PolicyDetail } from '../../../shared/areas/policies/policies.contract.ts';
import { POLICY_CATEGORY_LABELS } from '../../../shared/areas/policies/policies.rules.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { countOf } from './policies.text.ts';
import { NextReview, SelfApprovedBadge } from './policy-badges.tsx';
import { Part } from './policy-part.tsx';

export function PolicyFacts({ policy }: { policy: PolicyDetail }) {
  const text = (value: string | null) =>
    value === null ? <NoFigure /> : <Untrusted text={value} max={300} newlines="keep" />;
  const day = (value: string | null) =>
    value === null ? <NoFigure /> : <time dateTime={value}>{value}</time>;
  const facts: Readonly<Record<string, ReactNode>> = {
    Description: text(policy.description),
    Category: policy.category === null ? <NoFigure /> : POLICY_CATEGORY_LABELS[policy.category],
    Owner: text(policy.ownerName),
    'Approved by': (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        {text(policy.approverName)}
        {policy.isSelfApproved && <SelfApprovedBadge />}
      </span>
    ),
    'Effective from': day(policy.effectiveDate),
    'Last review': day(policy.reviewDate),
    'Next review': <NextReview policy={policy} />,
    Reviewed: `every ${countOf(policy.reviewMonths, 'month', 'months')}`,
    Created: <DateTime value={policy.createdAt} mode="local" />,
  };
  return (
    <Part title="Facts">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

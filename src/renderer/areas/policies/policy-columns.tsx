import { Link } from 'react-router-dom';
import type { Policy } from '../../../shared/areas/policies/policies.contract.ts';
import {
  POLICY_CATEGORY_LABELS,
  POLICY_STATUS_LABELS,
} from '../../../shared/areas/policies/policies.rules.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { PolicyActions } from './policy-actions.tsx';
import { NextReview, NextVersionBadge, PolicyStatusBadge } from './policy-badges.tsx';

const Day = ({ value }: { value: string | null }) =>
  value === null ? <NoFigure /> : <time dateTime={value}>{value}</time>;

export function policyColumns(onOpen: (id: string) => void): DataColumn<Policy>[] {
  return [
    titleColumn(onOpen),
    ...OTHER_COLUMNS,
    {
      id: 'actions',
      header: 'Actions',
      value: () => null,
      cell: (policy) => (
        <span className="flex items-center justify-end gap-1">
          <PolicyActions policy={policy} onOpen={onOpen} />
        </span>
      ),
      minWidth: 210,
      align: 'end',
      isFixed: true,
      isUnsortable: true,
    },
  ];
}

function titleColumn(onOpen: (id: string) => void): DataColumn<Policy> {
  return {
    id: 'title',
    header: 'Title',
    value: ({ title }) => title,
    cell: ({ id, title }) => (
      <Link
        to={`/policies?policy=${encodeURIComponent(id)}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(id);
        }}
        className="truncate rounded-sm font-medium text-fg hover:underline"
      >
        <Untrusted text={title} max={120} expand="none" />
      </Link>
    ),
    share: 3,
    minWidth: 200,
    isFixed: true,
  };
}

const OTHER_COLUMNS: readonly DataColumn<Policy>[] = [
  {
    id: 'status',
    header: 'Status',
    value: ({ status }) => POLICY_STATUS_LABELS[status],
    cell: ({ status }) => <PolicyStatusBadge status={status} />,
    minWidth: 140,
  },
  {
    id: 'version',
    header: 'Version',
    value: ({ version }) => version,
    cell: (policy) => (
      <span className="inline-flex items-center gap-1.5 tabular-nums">
        {policy.version}
        <NextVersionBadge policy={policy} />
      </span>
    ),
    minWidth: 160,
  },
  {
    id: 'category',
    header: 'Category',
    value: ({ category }) => (category === null ? null : POLICY_CATEGORY_LABELS[category]),
    minWidth: 95,
  },
  {
    id: 'next-review',
    header: 'Next review',
    value: ({ nextReviewDate }) => nextReviewDate,
    cell: (policy) => <NextReview policy={policy} />,
    minWidth: 190,
  },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ ownerName }) => ownerName,
    minWidth: 110,
  },
  {
    id: 'effective',
    header: 'Effective',
    value: ({ effectiveDate }) => effectiveDate,
    cell: ({ effectiveDate }) => <Day value={effectiveDate} />,
    minWidth: 105,
    isHiddenAtFirst: true,
  },
  {
    id: 'approver',
    header: 'Approver',
    value: ({ approverName }) => approverName,
    minWidth: 110,
    isHiddenAtFirst: true,
  },
  {
    id: 'controls',
    header: 'Controls',
    value: ({ controlCount }) => controlCount,
    align: 'end',
    minWidth: 80,
    isHiddenAtFirst: true,
  },
];

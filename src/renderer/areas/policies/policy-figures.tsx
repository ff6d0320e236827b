import { useQuery } from '@tanstack/react-query';
import { CalendarX, CircleCheck, FilePen, FileText, Hourglass } from 'lucide-react';
import { REVIEW_DUE_DAYS } from '../../../shared/areas/policies/policies.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Stat } from '../../ui/stat.tsx';
import { policyStatsQuery } from './policies.queries.ts';
import { countOf } from './policies.text.ts';

/** The figures, each leading to its rows. */
export function PolicyFigures() {
  const { data, isPending } = useQuery(policyStatsQuery(useClient()));
  const next = data?.nextUnderReview ?? 0;
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      <Stat
        label="Total Policies"
        note={data && data.deprecated > 0 ? `${data.deprecated} deprecated` : 'in the repository'}
        value={data?.total ?? null}
        loading={isPending}
        to="/policies"
        icon={<FileText />}
      />
      <Stat
        label="Draft"
        note="being written"
        value={data?.draft ?? null}
        loading={isPending}
        to="/policies?status=DRAFT"
        icon={<FilePen />}
      />
      <Stat
        label="Under Review"
        note={
          next > 0 ? countOf(next, 'next version too', 'next versions too') : 'wait for approval'
        }
        value={data?.underReview ?? null}
        loading={isPending}
        to="/policies?status=UNDER_REVIEW"
        icon={<Hourglass />}
      />
      <Stat
        label="Approved"
        note="in force"
        value={data?.approved ?? null}
        loading={isPending}
        to="/policies?status=APPROVED"
        icon={<CircleCheck />}
      />
      <Stat
        label="Outdated"
        note={
          data && data.due > 0
            ? `${countOf(data.due, 'review', 'reviews')} due in ${REVIEW_DUE_DAYS} days`
            : 'review overdue'
        }
        value={data?.outdated ?? null}
        loading={isPending}
        to="/policies?outdated=1"
        icon={<CalendarX />}
      />
    </div>
  );
}

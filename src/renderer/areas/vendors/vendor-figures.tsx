import { useQuery } from '@tanstack/react-query';
import { Building2, CalendarClock, CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { VendorFigures } from '../../../shared/areas/vendors/vendors.contract.ts';
import { CONTRACT_DAYS } from '../../../shared/areas/vendors/vendors.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Stat } from '../../ui/stat.tsx';
import { vendorFiguresQuery } from './vendors.queries.ts';
import { countOf, HIGH_RISK_VALUE } from './vendors.text.ts';

/** The four figures, each leading to its rows, and what else waits for somebody. */
export function VendorFigureCards() {
  const { data, isPending } = useQuery(vendorFiguresQuery(useClient()));
  const card = (value: keyof VendorFigures & ('total' | 'active' | 'highRisk' | 'due')) => ({
    value: data?.[value] ?? null,
    loading: isPending,
  });
  return (
    <section aria-label="Figures" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <Stat
          {...card('total')}
          label="Total Vendors"
          note="in the registry"
          to="/vendors"
          icon={<Building2 />}
        />
        <Stat
          {...card('active')}
          label="Active"
          note="not under review, suspended or terminated"
          to="/vendors?status=ACTIVE"
          icon={<CircleCheck />}
        />
        <Stat
          {...card('highRisk')}
          label="High Risk"
          note="tier High or Critical"
          to={`/vendors?tier=${HIGH_RISK_VALUE}`}
          icon={<TriangleAlert />}
        />
        <Stat
          {...card('due')}
          label="Due Reviews"
          note="today or within 30 days"
          to="/vendors?due=1"
          icon={<CalendarClock />}
        />
      </div>
      {data ? <Waiting figures={data} /> : <div className="h-5" />}
    </section>
  );
}

/** What the four cards leave out and must not hide. */
function Waiting({ figures }: { figures: VendorFigures }) {
  const links = [
    {
      count: figures.overdue,
      to: '/vendors?review=overdue',
      text: countOf(figures.overdue, 'review is overdue', 'reviews are overdue'),
      className: 'text-bad',
    },
    {
      count: figures.contractsExpiring,
      to: '/vendors?contract=expiring',
      text: `${countOf(figures.contractsExpiring, 'contract expires', 'contracts expire')} within ${CONTRACT_DAYS} days`,
      className: 'text-warn',
    },
    {
      count: figures.documentsExpiring,
      to: '/vendors?documents=expiring',
      text: `${countOf(figures.documentsExpiring, 'vendor has', 'vendors have')} documents that have expired or soon do`,
      className: 'text-warn',
    },
  ].filter(({ count }) => count > 0);
  if (links.length === 0) return null;
  return (
    <ul aria-label="What needs somebody" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {links.map(({ to, text, className }) => (
        <li key={to}>
          <Link
            to={to}
            className={`${className} inline-flex items-center gap-1.5 rounded-sm underline-offset-2 hover:underline`}
          >
            <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

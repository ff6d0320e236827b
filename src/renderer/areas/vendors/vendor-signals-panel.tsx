import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PriorityBadge, TaskBadges } from './reassessment-columns.tsx';
import type { AssessedVendor } from './vendor-assessment-panel.tsx';
import { vendorReassessmentsQuery } from './vendor-assessments.queries.ts';
import { Part } from './vendor-part.tsx';
import { countOf } from './vendors.text.ts';

/** In a vendor's drawer: alerts and indicators that touch its domains, addresses or software. */
export function VendorSignalsPanel({ vendor }: { vendor: AssessedVendor }) {
  const found = useQuery(vendorReassessmentsQuery(useClient(), vendor.id));
  return (
    <Part title="Signals">
      {found.isError && (
        <ErrorState
          title="The signals could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data?.length === 0 && (
        <p className="text-fg-muted">No alert has touched its domains, addresses or software.</p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {found.data?.map((task) => (
          <li key={task.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link
              to={`/vendors?tab=reassessments&task=${task.id}`}
              className="text-accent-text hover:underline"
            >
              {countOf(task.signalCount, 'signal', 'signals')}
            </Link>
            <PriorityBadge priority={task.priority} />
            <TaskBadges task={task} />
            <span className="ms-auto text-xs text-fg-muted">
              last <DateTime value={task.lastSignalAt} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

import { Link } from 'react-router-dom';
import {
  REASSESSMENT_STATE_LABELS,
  SEVERITY_RANK,
} from '../../../shared/areas/vendors/reassessments.rules.ts';
import type { Reassessment } from '../../../shared/areas/vendors/vendor-signals.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { TASK_TONES } from './vendor-assessments.text.ts';
import { TierBadge } from './vendor-badges.tsx';
import { TIER_TONES } from './vendors.text.ts';

export function TaskBadges({ task }: { task: Reassessment }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={TASK_TONES[task.state]}>{REASSESSMENT_STATE_LABELS[task.state]}</Badge>
      {task.isOverdue && <Badge tone="bad">Overdue</Badge>}
    </span>
  );
}

export const PriorityBadge = ({ priority }: Pick<Reassessment, 'priority'>) => (
  <Badge tone={TIER_TONES[priority]}>{SEVERITY_LABELS[priority]}</Badge>
);

export const reassessmentColumns: readonly DataColumn<Reassessment>[] = [
  {
    id: 'vendor',
    header: 'Vendor',
    value: ({ vendorName }) => vendorName,
    cell: ({ vendorId, vendorName }) => (
      <Link
        to={`/vendors?vendor=${vendorId}`}
        className="text-accent-text hover:underline"
        onClick={(event) => event.stopPropagation()}
      >
        <Untrusted text={vendorName} max={80} expand="none" />
      </Link>
    ),
    share: 3,
    minWidth: 180,
    isFixed: true,
  },
  {
    id: 'priority',
    header: 'Priority',
    value: ({ priority }) => SEVERITY_RANK[priority],
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
    minWidth: 100,
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => REASSESSMENT_STATE_LABELS[state],
    cell: (task) => <TaskBadges task={task} />,
    minWidth: 150,
  },
  {
    id: 'tier',
    header: 'Tier',
    value: ({ vendorTier }) => SEVERITY_RANK[vendorTier],
    cell: ({ vendorTier }) => <TierBadge tier={vendorTier} />,
    minWidth: 90,
  },
  {
    id: 'signals',
    header: 'Signals',
    value: ({ signalCount }) => signalCount,
    align: 'end',
    minWidth: 90,
  },
  {
    id: 'due',
    header: 'Due',
    value: ({ due }) => due,
    cell: ({ due }) => (due === null ? <NoFigure /> : <span className="tabular-nums">{due}</span>),
    minWidth: 110,
  },
  { id: 'owner', header: 'Owner', value: ({ ownerName }) => ownerName, minWidth: 120 },
  {
    id: 'last',
    header: 'Last signal',
    value: ({ lastSignalAt }) => lastSignalAt,
    cell: ({ lastSignalAt }) => <DateTime value={lastSignalAt} />,
    share: 2,
    minWidth: 140,
  },
];

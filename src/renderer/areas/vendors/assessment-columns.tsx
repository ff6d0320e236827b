import { Link } from 'react-router-dom';
import type { VendorAssessment } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { ASSESSMENT_STATE_LABELS } from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { AssessmentBadges } from './assessment-badges.tsx';
import { validityOf } from './vendor-assessments.text.ts';
import { TierBadge } from './vendor-badges.tsx';

const dayCell = (day: string | null) =>
  day === null ? <NoFigure /> : <span className="tabular-nums">{day}</span>;

export function assessmentColumns(today: string): DataColumn<VendorAssessment>[] {
  return [
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
      id: 'state',
      header: 'State',
      value: (row) => validityOf(row, today)?.word ?? ASSESSMENT_STATE_LABELS[row.state],
      cell: (row) => <AssessmentBadges assessment={row} />,
      share: 2,
      minWidth: 150,
    },
    {
      id: 'tier',
      header: 'Tier',
      value: ({ tier }) => SEVERITIES.indexOf(tier),
      cell: ({ tier }) => <TierBadge tier={tier} />,
      minWidth: 90,
    },
    {
      id: 'score',
      header: 'Score',
      value: ({ score }) => (score === null ? null : Number(score)),
      cell: ({ score }) => score ?? <NoFigure />,
      align: 'end',
      minWidth: 80,
    },
    {
      id: 'answered',
      header: 'Answered',
      value: ({ answered, questions }) => answered / questions,
      cell: ({ answered, questions }) => `${answered} of ${questions}`,
      align: 'end',
      minWidth: 100,
    },
    {
      id: 'due',
      header: 'Wanted by',
      value: ({ due }) => due,
      cell: ({ due }) => dayCell(due),
      minWidth: 110,
    },
    {
      id: 'completed',
      header: 'Completed',
      value: ({ completedOn }) => completedOn,
      cell: ({ completedOn }) => dayCell(completedOn),
      minWidth: 110,
    },
    {
      id: 'expires',
      header: 'Valid until',
      value: ({ expiresOn }) => expiresOn,
      cell: ({ expiresOn }) => dayCell(expiresOn),
      minWidth: 110,
    },
  ];
}

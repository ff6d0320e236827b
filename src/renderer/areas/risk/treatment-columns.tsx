import { Link } from 'react-router-dom';
import type {
  DueRiskReview,
  OpenRiskTask,
} from '../../../shared/areas/risk/risks.treatment.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { TaskCheck, TaskDate } from './risk-tasks.tsx';

interface RiskLinkProps {
  id: string;
  title: string;
  onOpen: (id: string) => void;
}

function RiskLink({ id, title, onOpen }: RiskLinkProps) {
  return (
    <Link
      to={`/risk?risk=${encodeURIComponent(id)}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(id);
      }}
      className="truncate rounded-sm text-accent-text hover:underline"
    >
      <Untrusted text={title} max={120} expand="none" />
    </Link>
  );
}

const nameCell = (name: string | null) =>
  name === null ? <NoFigure /> : <Untrusted text={name} max={60} expand="none" />;

interface TaskColumnsInput {
  readonly mayWrite: boolean;
  readonly onOpen: (risk: string) => void;
}

export function taskColumns({ mayWrite, onOpen }: TaskColumnsInput): DataColumn<OpenRiskTask>[] {
  return [
    {
      id: 'done',
      header: 'Done',
      value: () => null,
      cell: (task) => (
        <span className="flex h-full items-center">
          <TaskCheck task={task} isDisabled={!mayWrite} />
        </span>
      ),
      share: 0.3,
      minWidth: 56,
      isUnsortable: true,
    },
    {
      id: 'title',
      header: 'Task',
      value: ({ title }) => title,
      cell: ({ title }) => <Untrusted text={title} max={160} expand="none" />,
      share: 3,
      minWidth: 200,
      isFixed: true,
    },
    {
      id: 'risk',
      header: 'Risk',
      value: ({ risk }) => risk.title,
      cell: ({ risk }) => <RiskLink {...risk} onOpen={onOpen} />,
      share: 2,
      minWidth: 160,
    },
    {
      id: 'owner',
      header: 'Owner',
      value: ({ ownerName }) => ownerName,
      cell: ({ ownerName }) => nameCell(ownerName),
      minWidth: 110,
    },
    {
      id: 'due',
      header: 'Due',
      value: ({ due }) => due,
      cell: (task) => <TaskDate task={task} />,
      minWidth: 150,
    },
  ];
}

interface ReviewColumnsInput extends TaskColumnsInput {
  readonly onReview: (review: DueRiskReview) => void;
}

export function reviewColumns(input: ReviewColumnsInput): DataColumn<DueRiskReview>[] {
  const { mayWrite, onOpen, onReview } = input;
  const columns: DataColumn<DueRiskReview>[] = [
    {
      id: 'title',
      header: 'Risk',
      value: ({ title }) => title,
      cell: ({ id, title }) => <RiskLink id={id} title={title} onOpen={onOpen} />,
      share: 3,
      minWidth: 200,
      isFixed: true,
    },
    {
      id: 'residual',
      header: 'Residual',
      value: ({ residualRisk }) => Number(residualRisk),
      cell: ({ residualRisk }) => residualRisk,
      align: 'end',
      minWidth: 80,
    },
    {
      id: 'owner',
      header: 'Owner',
      value: ({ ownerName }) => ownerName,
      cell: ({ ownerName }) => nameCell(ownerName),
      minWidth: 110,
    },
    {
      id: 'last',
      header: 'Last review',
      value: ({ lastReview }) => lastReview,
      cell: ({ lastReview }) => lastReview ?? <NoFigure />,
      minWidth: 96,
    },
    {
      id: 'next',
      header: 'Next review',
      value: ({ nextReview }) => nextReview,
      cell: ({ nextReview, isOverdue }) => (
        <span className="flex items-center gap-1.5">
          {nextReview}
          {isOverdue && <Badge tone="bad">Overdue</Badge>}
        </span>
      ),
      minWidth: 150,
    },
  ];
  if (!mayWrite) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      value: () => null,
      cell: (review) => (
        <Button size="sm" label={`Review ${review.title}`} onClick={() => onReview(review)}>
          Review
        </Button>
      ),
      minWidth: 90,
      isFixed: true,
      isUnsortable: true,
    },
  ];
}

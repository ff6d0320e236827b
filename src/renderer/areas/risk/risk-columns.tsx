import { MoreHorizontal } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Risk } from '../../../shared/areas/risk/risks.contract.ts';
import { RISK_CATEGORY_LABELS, RISK_STATUSES } from '../../../shared/areas/risk/risks.rules.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { RiskStatusBadge, ScoreBadge } from './risk-badges.tsx';
import { mainStep, type RiskStep, STEP_WORDS, stepsOf } from './risk-steps.ts';

export interface RiskAction {
  readonly step: RiskStep | 'edit';
  readonly risk: Risk;
}

interface ColumnsInput {
  readonly mayWrite: boolean;
  readonly onOpen: (id: string) => void;
  readonly onAction: (action: RiskAction) => void;
}

/** The day by which the risk asks for something next. */
function dueOf({ status, expiresOn, targetDate }: Risk): string | null {
  return status === 'ACCEPTED' ? expiresOn : targetDate;
}

const OTHER_COLUMNS: readonly DataColumn<Risk>[] = [
  {
    id: 'category',
    header: 'Category',
    value: ({ category }) => (category === null ? null : RISK_CATEGORY_LABELS[category]),
    minWidth: 100,
  },
  {
    id: 'score',
    header: 'Score',
    value: ({ riskScore }) => Number(riskScore),
    cell: ({ riskScore, level }) => <ScoreBadge score={riskScore} level={level} />,
    minWidth: 122,
  },
  {
    id: 'residual',
    header: 'Residual',
    value: ({ residualRisk }) => Number(residualRisk),
    cell: ({ residualRisk, residualLevel }) => (
      <ScoreBadge score={residualRisk} level={residualLevel} />
    ),
    minWidth: 122,
  },
  {
    id: 'status',
    header: 'Status',
    value: ({ status }) => RISK_STATUSES.indexOf(status),
    cell: (risk) => <RiskStatusBadge risk={risk} />,
    share: 1.6,
    minWidth: 178,
  },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ ownerName }) => ownerName,
    cell: ({ ownerName }) =>
      ownerName === null ? <NoFigure /> : <Untrusted text={ownerName} max={60} expand="none" />,
    minWidth: 110,
  },
  {
    id: 'due',
    header: 'Due',
    value: dueOf,
    cell: (risk) => dueOf(risk) ?? <NoFigure />,
    minWidth: 96,
  },
  {
    id: 'review',
    header: 'Next review',
    value: ({ nextReview }) => nextReview,
    cell: ({ nextReview }) => nextReview ?? <NoFigure />,
    minWidth: 96,
    isHiddenAtFirst: true,
  },
  {
    id: 'controls',
    header: 'Controls',
    value: ({ controlCount }) => controlCount,
    align: 'end',
    minWidth: 76,
    isHiddenAtFirst: true,
  },
  {
    id: 'tasks',
    header: 'Open tasks',
    value: ({ openTaskCount }) => openTaskCount,
    align: 'end',
    minWidth: 84,
    isHiddenAtFirst: true,
  },
];

export function riskColumns({ mayWrite, onOpen, onAction }: ColumnsInput): DataColumn<Risk>[] {
  const title: DataColumn<Risk> = {
    id: 'title',
    header: 'Risk',
    value: ({ title: text }) => text,
    cell: ({ id, title: text }) => (
      <Link
        to={`/risk?risk=${encodeURIComponent(id)}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(id);
        }}
        className="truncate rounded-sm font-medium text-fg hover:underline"
      >
        <Untrusted text={text} max={140} expand="none" />
      </Link>
    ),
    share: 3,
    minWidth: 200,
    isFixed: true,
  };
  const actions: DataColumn<Risk> = {
    id: 'actions',
    header: 'Actions',
    value: () => null,
    cell: (risk) => <RowActions risk={risk} onAction={onAction} />,
    minWidth: 150,
    isFixed: true,
    isUnsortable: true,
  };
  return mayWrite ? [title, ...OTHER_COLUMNS, actions] : [title, ...OTHER_COLUMNS];
}

interface RowActionsProps {
  risk: Risk;
  onAction: ColumnsInput['onAction'];
}

function RowActions({ risk, onAction }: RowActionsProps) {
  const main = mainStep(risk);
  return (
    <span className="flex w-full items-center justify-end gap-1">
      {main && (
        <Button
          size="sm"
          label={`${STEP_WORDS[main].label} ${risk.title}`}
          onClick={() => onAction({ step: main, risk })}
        >
          {main === 'renew' ? 'Renew' : STEP_WORDS[main].label}
        </Button>
      )}
      <Menu
        trigger={
          <Button
            size="sm"
            variant="ghost"
            icon={<MoreHorizontal aria-hidden />}
            label={`Actions for ${risk.title}`}
          />
        }
        items={[
          ...stepsOf(risk).map((step) => ({
            label: STEP_WORDS[step].label,
            onSelect: () => onAction({ step, risk }),
          })),
          { label: 'Edit', onSelect: () => onAction({ step: 'edit', risk }) },
        ]}
      />
    </span>
  );
}

import type {
  GroupScore,
  ScoredControlJson,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { ScoreFigure, ShareFigure } from './score-figure.tsx';
import { STATUS_WORDS } from './scores.text.ts';

const STATUS_TONES: Record<ScoredControlJson['status'], BadgeTone> = {
  COMPLIANT: 'ok',
  PARTIALLY_COMPLIANT: 'warn',
  NON_COMPLIANT: 'bad',
  NOT_ASSESSED: 'neutral',
};

function StatusBadge({ control }: { control: ScoredControlJson }) {
  if (control.isGone) return <Badge>No longer in the framework</Badge>;
  if (!control.isApplicable) return <Badge>Not applicable</Badge>;
  return <Badge tone={STATUS_TONES[control.status]}>{STATUS_WORDS[control.status]}</Badge>;
}

export function controlColumns(onChoose: (id: string) => void): DataColumn<ScoredControlJson>[] {
  return [
    {
      id: 'control',
      header: 'Control',
      value: ({ controlId }) => controlId,
      cell: ({ id, controlId, title }) => (
        <button
          type="button"
          onClick={() => onChoose(id)}
          className="max-w-full truncate rounded-sm text-left text-fg hover:text-accent-text hover:underline"
        >
          <Untrusted text={`${controlId} ${title}`} expand="none" />
        </button>
      ),
      share: 3,
      minWidth: 180,
      isFixed: true,
    },
    {
      id: 'status',
      header: 'Status',
      value: ({ status }) => STATUS_WORDS[status],
      cell: (control) => <StatusBadge control={control} />,
      minWidth: 140,
    },
    {
      id: 'weight',
      header: 'Weight',
      value: ({ weight }) => weight,
      align: 'end',
      minWidth: 66,
    },
    {
      id: 'assurance',
      header: 'Assurance',
      value: ({ assurance }) => assurance,
      cell: ({ assurance }) => assurance ?? <NoFigure />,
      align: 'end',
      minWidth: 104,
    },
  ];
}

export const GROUP_COLUMNS: readonly DataColumn<GroupScore>[] = [
  {
    id: 'group',
    header: 'Group',
    value: ({ ref, title }) => `${ref} ${title}`,
    share: 3,
    minWidth: 180,
    isFixed: true,
  },
  {
    id: 'score',
    header: 'Score',
    value: ({ score }) => score,
    cell: ({ score }) => <ScoreFigure score={score} />,
    minWidth: 80,
  },
  {
    id: 'coverage',
    header: 'Coverage',
    value: ({ coverage }) => coverage,
    cell: ({ coverage }) => <ShareFigure value={coverage} />,
    minWidth: 124,
  },
  {
    id: 'assurance',
    header: 'Assurance',
    value: ({ assurance }) => assurance,
    cell: ({ assurance }) => <ShareFigure value={assurance} />,
    minWidth: 124,
  },
  {
    id: 'assessed',
    header: 'Assessed',
    value: ({ assessed }) => assessed,
    cell: ({ assessed, applicable }) => `${assessed} of ${applicable}`,
    align: 'end',
    minWidth: 90,
  },
];

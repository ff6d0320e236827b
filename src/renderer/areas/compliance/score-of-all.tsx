import { useMemo } from 'react';
import type {
  ComplianceMetrics,
  FrameworkScore,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { ScoreFigure, ShareFigure } from './score-figure.tsx';
import { DrawerHead, HeadFigure } from './score-head.tsx';

interface ScoreOfAllProps {
  metrics: ComplianceMetrics | undefined;
  scores: readonly FrameworkScore[] | undefined;
  onFramework: (id: string) => void;
}

/** How the figures of all frameworks come about: which of them lowers them by how much. */
export function ScoreOfAll({ metrics, scores, onFramework }: ScoreOfAllProps) {
  const columns = useMemo(() => columnsOf(scores ?? [], onFramework), [scores, onFramework]);
  if (!metrics || !scores) {
    return (
      <div aria-busy className="p-5">
        <Skeleton className="h-96 w-full" />
      </div>
    );
  }
  const { counts, assessedControls } = metrics;
  const applicable = scores.reduce((sum, score) => sum + score.applicable, 0);
  const assessed = scores.reduce((sum, score) => sum + score.assessed, 0);
  return (
    <>
      <DrawerHead kicker="Why this score" title="All active frameworks">
        <HeadFigure
          label="Score"
          note={`${counts.COMPLIANT.toLocaleString()} compliant of ${assessedControls.toLocaleString()} assessed`}
        >
          <ScoreFigure score={metrics.overallScore} isWordShown />
        </HeadFigure>
        <HeadFigure
          label="Coverage"
          note={`${assessed.toLocaleString()} assessed of ${applicable.toLocaleString()} that apply, by weight`}
        >
          <ShareFigure value={metrics.coverage} />
        </HeadFigure>
        <HeadFigure label="Assurance" note="mean of what is assessed, by weight">
          <ShareFigure value={metrics.assurance} />
        </HeadFigure>
      </DrawerHead>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5">
        <p className="max-w-prose text-fg-muted">
          How much each framework takes from the coverage and the assurance of all together, in
          points; the most first. Formula <code className="font-mono">{metrics.formula}</code>.
        </p>
        <DataTable
          label="What lowers coverage and assurance"
          columns={columns}
          rows={scores}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          sort={{ id: 'lostAssurance', direction: 'descending' }}
          onOpen={({ id }) => onFramework(id)}
          empty={<EmptyState title="No Frameworks Found" text="There is nothing to explain yet." />}
          className="min-h-64 flex-1"
        />
      </div>
    </>
  );
}

const oneDigit = (value: number) => Math.round(value * 10) / 10;

function columnsOf(
  scores: readonly FrameworkScore[],
  onFramework: (id: string) => void,
): DataColumn<FrameworkScore>[] {
  const applicable = scores.reduce((sum, score) => sum + score.applicableWeight, 0);
  const assessed = scores.reduce((sum, score) => sum + score.assessedWeight, 0);
  const share = (part: number, whole: number) => (whole === 0 ? null : oneDigit(part / whole));
  return [
    {
      id: 'name',
      header: 'Framework',
      value: ({ name }) => name,
      share: 2,
      minWidth: 150,
      isFixed: true,
    },
    {
      id: 'score',
      header: 'Score',
      value: ({ score }) => score,
      cell: ({ score }) => <ScoreFigure score={score} isWordShown />,
      minWidth: 148,
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
      id: 'weight',
      header: 'Weight',
      value: ({ applicableWeight }) => applicableWeight,
      align: 'end',
      minWidth: 70,
    },
    {
      id: 'lostCoverage',
      header: 'Coverage lost',
      value: (score) => share(100 * (score.applicableWeight - score.assessedWeight), applicable),
      align: 'end',
      minWidth: 130,
    },
    {
      id: 'lostAssurance',
      header: 'Assurance lost',
      value: (score) => share((100 - (score.assurance ?? 100)) * score.assessedWeight, assessed),
      align: 'end',
      minWidth: 130,
    },
    {
      id: 'why',
      header: 'Why',
      value: () => null,
      cell: ({ id, name }) => (
        <Button size="sm" variant="ghost" onClick={() => onFramework(id)}>
          Why<span className="sr-only"> this score: {name}</span>
        </Button>
      ),
      isUnsortable: true,
      isFixed: true,
      minWidth: 72,
    },
  ];
}

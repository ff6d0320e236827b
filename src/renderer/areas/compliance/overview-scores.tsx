import { ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { FrameworkScore } from '../../../shared/areas/compliance/scores.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { ScoreFigure, ShareFigure } from './score-figure.tsx';
import { controlsAddress, frameworkAddress, signedPercent } from './scores.text.ts';

interface OverviewScoresProps {
  /** Undefined while they load. */
  scores: readonly FrameworkScore[] | undefined;
  onWhy: (frameworkId: string) => void;
}

/** Score, coverage and assurance side by side, each for itself. */
export function OverviewScores({ scores, onWhy }: OverviewScoresProps) {
  const columns = useMemo(() => columnsOf(onWhy), [onWhy]);
  return (
    <Card
      title="Framework scores"
      note="Score: compliant of assessed controls. Coverage: assessed of what applies. Assurance: how well the assessed ones are proven."
    >
      {scores === undefined ? (
        <div aria-busy>
          <Skeleton className="h-96 w-full" />
        </div>
      ) : (
        <DataTable
          label="Framework scores"
          columns={columns}
          rows={scores}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          storageKey="compliance-scores"
          onOpen={({ id }) => onWhy(id)}
          toolbar={<p className="text-xs text-fg-muted">{countText(scores.length)}</p>}
          className="max-h-104"
          empty={
            <EmptyState
              icon={<ShieldCheck />}
              title="No Frameworks Found"
              text="Adopt a framework, or create one, and its score will be counted here."
            />
          }
        />
      )}
    </Card>
  );
}

const countText = (count: number) => `${count} active ${count === 1 ? 'framework' : 'frameworks'}`;

function columnsOf(onWhy: (id: string) => void): DataColumn<FrameworkScore>[] {
  return [
    {
      id: 'name',
      header: 'Framework',
      value: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link
          to={frameworkAddress(id)}
          className="rounded-sm font-medium text-fg hover:text-accent-text hover:underline"
        >
          <Untrusted text={name} expand="none" />
        </Link>
      ),
      share: 1.6,
      minWidth: 130,
      isFixed: true,
    },
    {
      id: 'score',
      header: 'Score',
      value: ({ score }) => score,
      cell: ({ score }) => <ScoreFigure score={score} isWordShown />,
      share: 1.4,
      minWidth: 148,
    },
    {
      id: 'coverage',
      header: 'Coverage',
      value: ({ coverage }) => coverage,
      cell: ({ coverage }) => <ShareFigure value={coverage} />,
      minWidth: 104,
    },
    {
      id: 'assurance',
      header: 'Assurance',
      value: ({ assurance }) => assurance,
      cell: ({ assurance }) => <ShareFigure value={assurance} />,
      minWidth: 104,
    },
    {
      id: 'gaps',
      header: 'Gaps',
      value: ({ counts }) => counts.NON_COMPLIANT,
      cell: ({ id, name, counts }) => <GapLink id={id} name={name} count={counts.NON_COMPLIANT} />,
      align: 'end',
      minWidth: 80,
    },
    {
      id: 'change',
      header: '30 days',
      value: ({ change }) => change.score,
      cell: ({ change }) => signedPercent(change.score) ?? <NoFigure />,
      align: 'end',
      minWidth: 84,
    },
    {
      id: 'why',
      header: 'Why',
      value: () => null,
      cell: ({ id, name }) => (
        <Button size="sm" variant="ghost" onClick={() => onWhy(id)}>
          Why<span className="sr-only"> this score: {name}</span>
        </Button>
      ),
      isUnsortable: true,
      isFixed: true,
      minWidth: 72,
    },
  ];
}

function GapLink({ id, name, count }: { id: string; name: string; count: number }) {
  if (count === 0) return 0;
  return (
    <Link
      to={controlsAddress({ status: 'NON_COMPLIANT', framework: id })}
      className="rounded-sm text-accent-text hover:underline"
    >
      {count}
      <span className="sr-only"> gaps of {name}</span>
    </Link>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChallengeList } from './challenge-list.tsx';
import { GapActions } from './gap-actions.tsx';
import { GapDetail } from './gap-detail.tsx';
import { GapFigures, GapToolbar, GapWhen } from './gap-head.tsx';
import { GapSoc } from './gap-soc.tsx';
import { GapTable } from './gap-table.tsx';
import { GapTechniques } from './gap-techniques.tsx';
import { asksToAnalyze } from './gaps.intent.ts';
import { lastAnalysisQuery } from './gaps.queries.ts';
import { useAllGaps } from './use-all-gaps.ts';
import { useGapAnalysis } from './use-gap-analysis.ts';
import { useGapFilter } from './use-gap-filter.ts';

/** The last gap analysis, what to do about it, and what the queue says for and against controls. */
export function GapsTab() {
  const { data, ...query } = useQuery(lastAnalysisQuery(useClient()));
  const { run, isRunning } = useGapAnalysis();
  const [chosen, setScope] = useState<readonly string[] | null | undefined>();
  useAskedAnalysis(run);
  const analysis = data?.analysis ?? null;
  // Until another is chosen, the next analysis looks at what the shown one looked at.
  const scope = chosen === undefined ? (analysis?.frameworkIds ?? null) : chosen;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <GapToolbar
          scope={scope}
          onScope={setScope}
          onRun={() => run(scope)}
          isRunning={isRunning}
          hasAnalysis={analysis !== null}
        />
        {analysis && <GapWhen analysis={analysis} since={data?.since ?? null} />}
      </div>
      {analysis && <Analysis analysis={analysis} />}
      {data && analysis === null && (
        <Card>
          <EmptyState
            title="No gap analysis yet"
            text="It lists what each control lacks, why, what closes it and what to do first. No model is asked, and nothing leaves this machine."
          />
        </Card>
      )}
      {!data && query.isError && (
        <ErrorState
          title="The gap analysis could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!data && !query.isError && (
        <div aria-busy>
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      <div className="grid gap-4 xl:grid-cols-2">
        <GapSoc />
        <ChallengeList />
      </div>
    </div>
  );
}

function Analysis({
  analysis,
}: {
  analysis: NonNullable<Parameters<typeof GapFigures>[0]['analysis']>;
}) {
  const filter = useGapFilter();
  const all = useAllGaps(analysis);
  const opened = all.gaps.find(({ controlId }) => controlId === filter.opened);
  return (
    <>
      <GapFigures analysis={analysis} />
      <Card title="Gaps and shortcomings" note="The most urgent first">
        <GapTable analysis={analysis} all={all} filter={filter} />
      </Card>
      <div className="grid gap-4 xl:grid-cols-2">
        <GapActions analysis={analysis} />
        <GapTechniques analysis={analysis} />
      </div>
      {opened && (
        <GapDetail analysis={analysis} gap={opened} onClose={() => filter.set('gap', null)} />
      )}
    </>
  );
}

/** Runs one that was asked for by a command, once: a reload does not ask again. */
function useAskedAnalysis(run: (frameworkIds: null) => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAsked = asksToAnalyze(state);
  useEffect(() => {
    if (!isAsked) return;
    navigate({ pathname, search }, { replace: true, state: null });
    run(null);
  }, [isAsked, navigate, pathname, search, run]);
}

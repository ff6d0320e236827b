import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import {
  type Histogram,
  STACK_FIELDS,
  type StackField,
  stacksContract,
} from '../../../shared/areas/views/stacks.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import { useClient } from '../../api/client-context.tsx';
import { ChartFrame, type ChartTable } from '../../ui/chart-frame.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { shownTime } from '../../ui/time.ts';
import { type ShownZone, useTimeZone } from '../../ui/time-zone.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { TimeHistogram } from '../dashboard/dashboard.embed.tsx';
import { ANALYSIS_PARAM } from './analysis-param.ts';
import { CountedBefore, Counting } from './counting.tsx';
import { withTerm } from './narrowing.ts';
import { StackPanel } from './stack-panel.tsx';
import { type FilterParams, histogramQuery, shownCount, useCountAgain } from './views.queries.ts';

interface AnalysisPanelProps {
  /** As the server takes it. */
  filter: FilterParams;
  text: string;
  onText: (text: string) => void;
  onTime: (from: string, to: string) => void;
}

/** The filter over time and by a field; a stretch of time or a value narrows it. */
export function AnalysisPanel({ filter, text, onText, onTime }: AnalysisPanelProps) {
  const [params, put] = useAddressParams();
  const by = STACK_FIELDS.find((field) => field === params.get(ANALYSIS_PARAM)) ?? 'host';
  const setBy = (next: StackField) =>
    put(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.set(ANALYSIS_PARAM, next);
        return changed;
      },
      { replace: true },
    );
  return (
    <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
      <HistogramPanel filter={filter} onTime={onTime} />
      <StackPanel
        filter={filter}
        by={by}
        onBy={setBy}
        onNarrow={(term) => onText(withTerm(text, term))}
      />
    </div>
  );
}

const NO_TABLE: ChartTable = { columns: [], rows: [] };

function HistogramPanel({ filter, onTime }: Pick<AnalysisPanelProps, 'filter' | 'onTime'>) {
  const query = useQuery(histogramQuery(useClient(), filter));
  const zone = useTimeZone();
  const countAgain = useCountAgain(stacksContract.histogram);
  const answer = query.data;
  const shown = shownCount(answer);
  const result = shown?.result ?? null;
  const table = useMemo(() => (result ? tableOf(result, zone) : NO_TABLE), [result, zone]);
  const said = result ? describe(result, zone) : '';
  const words = shown ? (
    <>
      {said}
      <CountedBefore oldSince={shown.oldSince} />
    </>
  ) : (
    <Skeleton className="h-4 w-64" />
  );
  const again = async () => {
    await countAgain(filter);
    await query.refetch();
  };
  return (
    <ChartFrame
      title="Alerts over time"
      unit={result ? stepName(result.stepMs) : ''}
      description={words}
      table={table}
      empty={
        result?.total === 0
          ? { title: 'Nothing to Show', text: 'No alerts match your current filters.' }
          : null
      }
      bodyClassName="h-44"
    >
      {query.isError ? (
        <ErrorState title="Counts could not be made" error={query.error} onRetry={query.refetch} />
      ) : result ? (
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <TimeHistogram
            volume={result}
            label={said}
            onChoose={(from, to) => onTime(toIso(from), toIso(to))}
          />
        </Suspense>
      ) : answer && answer.state !== 'done' ? (
        <Counting answer={answer} onAgain={again} />
      ) : (
        <Skeleton className="h-full w-full" />
      )}
    </ChartFrame>
  );
}

function stepName(stepMs: number): string {
  if (stepMs === HOUR_MS) return 'alerts per hour';
  if (stepMs < DAY_MS) return `alerts per ${stepMs / HOUR_MS} hours`;
  return stepMs === DAY_MS ? 'alerts per day' : `alerts per ${stepMs / DAY_MS} days`;
}

function sumAt({ counts }: Histogram, place: number): number {
  return SEVERITIES.reduce((sum, severity) => sum + (counts[severity][place] ?? 0), 0);
}

function describe(histogram: Histogram, zone: ShownZone): string {
  const sums = histogram.counts.LOW.map((_, place) => sumAt(histogram, place));
  const busiest = sums.indexOf(Math.max(...sums));
  const when = shownTime(Date.parse(histogram.from) + busiest * histogram.stepMs, zone);
  const noun = histogram.total === 1 ? 'alert' : 'alerts';
  return `${histogram.total.toLocaleString()} ${noun}; most from ${when} on. Drag to choose a time.`;
}

/** Steps without an alert are left out. */
function tableOf(histogram: Histogram, zone: ShownZone): ChartTable {
  const rows = histogram.counts.LOW.flatMap((_, place) => {
    const sum = sumAt(histogram, place);
    if (sum === 0) return [];
    const time = shownTime(Date.parse(histogram.from) + place * histogram.stepMs, zone);
    return [[time, ...SEVERITIES.map((severity) => histogram.counts[severity][place] ?? 0), sum]];
  });
  const names = SEVERITIES.map((severity) => SEVERITY_LABELS[severity]);
  return { columns: ['From', ...names, 'All'], rows: rows.reverse() };
}

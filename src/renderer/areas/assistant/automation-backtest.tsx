import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import {
  automationContract,
  type Backtest,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { jobsQuery } from '../../api/jobs.queries.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { backtestQuery, useAutomationCall } from './automation.queries.ts';
import { boundText, percent } from './automation-words.tsx';
import { CalibrationChart } from './calibration-chart.tsx';

type TestedPattern = Backtest['patterns'][number];

const COLUMNS: readonly DataColumn<TestedPattern>[] = [
  { id: 'label', header: 'Pattern', value: ({ label }) => label, share: 4, isFixed: true },
  { id: 'alerts', header: 'Alerts', value: ({ alerts }) => alerts, align: 'end' },
  { id: 'closed', header: 'Would have closed', value: ({ closed }) => closed, align: 'end' },
  { id: 'right', header: 'Right', value: ({ right }) => right, align: 'end' },
];

/** What the engine would have closed of this desk's own past, decided with what was known then. */
export function BacktestTab() {
  const { data, error, refetch, isFetching, isPending } = useQuery(backtestQuery(useClient()));
  if (error)
    return (
      <ErrorState
        title="The backtest could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (isPending) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="flex flex-col gap-4">
      <RunCard last={data} />
      {data && <Result result={data} />}
    </div>
  );
}

function RunCard({ last }: { last: Backtest | null }) {
  const mayWrite = useMay('alerts.write');
  const jobs = useQuery(jobsQuery(useClient()));
  const job = jobs.data?.find(
    ({ kind, state }) => kind === 'engine-backtest' && state === 'RUNNING',
  );
  const start = useAutomationCall(
    (client, _: null) => client.call(automationContract.startBacktest, {}),
    () => 'The backtest has started.',
  );
  const button = mayWrite && (
    <Button
      variant="primary"
      icon={<History aria-hidden />}
      disabled={start.isPending || job !== undefined}
      onClick={() => start.mutate(null)}
    >
      Run backtest
    </Button>
  );
  const text =
    'Replays the alerts that people of this desk closed, in the order of time, with what was known at each moment. Which investigations were open then is not kept and left out.';
  if (!last && !job)
    return (
      <Card>
        <EmptyState icon={<History />} title="No Backtest Yet" text={text} action={button} />
      </Card>
    );
  return (
    <Card title="Backtest on your own desk" actions={button}>
      <p className="text-fg">{text}</p>
      {last && (
        <p className="mt-1 text-xs text-fg-muted">
          Last run <DateTime value={last.at} /> with engine {last.version}.
        </p>
      )}
      {job && (
        <div className="mt-3">
          <Progress label={job.title} value={job.total ? job.done / job.total : null} />
        </div>
      )}
    </Card>
  );
}

function Result({ result }: { result: Backtest }) {
  const { precision, coverage, closeEverything } = result;
  const hours = result.minutesSaved / 60;
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat
          label="Precision"
          value={percent(precision.share, 2)}
          note={boundText(precision, 'closings')}
        />
        <Stat
          label="Coverage"
          value={percent(coverage.share)}
          note={`${coverage.right.toLocaleString('en')} of ${result.alerts.toLocaleString('en')} alerts`}
        />
        <Stat
          label="Malicious missed"
          value={result.missed}
          note={`of ${result.malicious.toLocaleString('en')} malicious`}
        />
        <Stat
          label="Time saved"
          value={`${hours.toLocaleString('en', { maximumFractionDigits: 1 })} h`}
          note={`at ${result.minutesPerAlert} minutes an alert`}
        />
      </div>
      <p className="text-xs text-fg-muted">
        {`Abstained on ${result.abstained.toLocaleString('en')}. Closing everything would have been right in ${percent(closeEverything.share, 2) ?? '—'} of cases, and missed all that is malicious.`}
      </p>
      <CalibrationChart bins={result.calibration} empty="No alert with a verdict was replayed." />
      <DataTable
        label="Patterns of the backtest"
        columns={COLUMNS}
        rows={result.patterns}
        rowId={({ key }) => key}
        rowName={({ label }) => label}
        storageKey="automation-backtest"
        className="max-h-112"
        empty={
          <EmptyState
            title="No Patterns"
            text="No closed alert names a host that a sensor vouches for."
          />
        }
      />
    </>
  );
}

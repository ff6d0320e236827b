import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Performance } from '../../../shared/areas/settings/about.contract.ts';
import type { LatencyFigures } from '../../../shared/kernel/latency.ts';
import { useClient } from '../../api/client-context.tsx';
import { useLatency } from '../../api/latency.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { performanceQuery } from './about.queries.ts';
import { PageSkeleton } from './page-skeleton.tsx';

/** Measured here, as a person waits for it, and in the core, which is what it took to answer. */
interface Row {
  readonly name: string;
  readonly summary: string;
  readonly count: number;
  readonly here: LatencyFigures | null;
  readonly core: Performance['calls'][number];
}

export const millisecondsText = (ms: number): string =>
  ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString();

function Ms({ value }: { value: number | undefined }) {
  return value === undefined ? (
    <NoFigure />
  ) : (
    <span className="tabular-nums">{millisecondsText(value)}</span>
  );
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'action',
    header: 'Action',
    value: ({ summary }) => summary,
    cell: ({ summary, name }) => (
      <span className="block truncate" title={`${summary}: ${name}`}>
        {summary}
      </span>
    ),
    share: 4,
    minWidth: 170,
    isFixed: true,
  },
  figure('count', 'Times', ({ count }) => count),
  figure('here-p50', 'Here p50', ({ here }) => here?.p50),
  figure('here-p95', 'Here p95', ({ here }) => here?.p95),
  figure('core-p50', 'Core p50', ({ core }) => core.p50),
  figure('core-p95', 'Core p95', ({ core }) => core.p95),
  figure('longest', 'Longest', ({ core }) => core.longest),
];

function figure(
  id: string,
  header: string,
  value: (row: Row) => number | undefined,
): DataColumn<Row> {
  return {
    id,
    header,
    value: (row) => value(row) ?? -1,
    cell: (row) =>
      id === 'count' ? (
        <span className="tabular-nums">{row.count.toLocaleString()}</span>
      ) : (
        <Ms value={value(row)} />
      ),
    minWidth: id === 'count' ? 84 : 104,
  };
}

/** What the interface knows of its own speed: every action's p50 and p95, here and in the core. */
export function PerformancePage() {
  const performance = useQuery(performanceQuery(useClient()));
  const meter = useLatency();
  const [tick, setTick] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the meter changes by itself; it is read anew with each answer
  const rows = useMemo<Row[]>(() => {
    const here = new Map(meter.figures().map((one) => [one.name, one]));
    return (performance.data?.calls ?? []).map((core) => ({
      name: core.name,
      summary: core.summary,
      count: core.count,
      here: here.get(core.name) ?? null,
      core,
    }));
  }, [meter, performance.data, tick]);
  if (performance.isPending) return <PageSkeleton />;
  if (performance.isError) {
    return (
      <ErrorState
        title="The speed could not be read"
        error={performance.error}
        onRetry={() => void performance.refetch()}
        isRetrying={performance.isFetching}
      />
    );
  }
  const refresh = () => {
    setTick(tick + 1);
    void performance.refetch();
  };
  return (
    <>
      <CoreFigures performance={performance.data} />
      <Card
        title="Latency by action"
        note="Milliseconds. 'Here' is what this page waited since it was loaded, 'Core' what the core took since it was started; p50 and p95 of the last 512 each."
        actions={
          <Button size="sm" onClick={refresh} disabled={performance.isFetching}>
            Measure again
          </Button>
        }
      >
        <DataTable
          label="Latency by action"
          columns={COLUMNS}
          rows={rows}
          rowId={({ name }) => name}
          rowName={({ summary }) => summary}
          storageKey="performance"
          className="max-h-[60vh]"
          empty={<EmptyState title="Nothing Measured" text="Nothing was asked of the core yet." />}
        />
      </Card>
    </>
  );
}

function CoreFigures({ performance }: { performance: Performance }) {
  const { memory, loopDelay, startedAt } = performance;
  const mib = (value: number) => `${Math.round(value).toLocaleString()} MiB`;
  const ms = (value: number) => `${millisecondsText(value)} ms`;
  return (
    <Card title="The core" note="The process that holds the workspace.">
      <dl>
        <Fact name="Started">
          <DateTime value={startedAt} />
        </Fact>
        <Fact name="Memory, now and at most">
          {mib(memory.now)}, {mib(memory.peak)}
        </Fact>
        <Fact name="Wait for the event loop: p50, p99, longest">
          {ms(loopDelay.p50)}, {ms(loopDelay.p99)}, {ms(loopDelay.longest)}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5 last:border-0">
      <dt className="text-fg-muted">{name}</dt>
      <dd className="text-fg tabular-nums">{children}</dd>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SweepHitRow } from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { typeLabel } from '../../../../shared/areas/forensics/indicators/life.ts';
import { jobsContract } from '../../../../shared/contract/jobs.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { sweepHitsQuery, sweepQuery, useIndicatorCall } from './indicators.queries.ts';
import { IocValue, SightingList } from './ioc-parts.tsx';

/** The run of a sweep, and what it found. */
export function SweepResult({ id }: { id: string }) {
  const client = useClient();
  const query = useQuery(sweepQuery(client, id));
  const isDone = query.data?.state === 'DONE';
  const hits = useQuery({ ...sweepHitsQuery(client, id), enabled: isDone });
  const cancel = useIndicatorCall(
    (caller, jobId: string) => caller.call(jobsContract.cancel, { params: { id: jobId } }),
    null,
  );
  if (query.isError)
    return (
      <ErrorState
        title="The sweep could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  const sweep = query.data;
  if (!sweep || sweep.state === 'RUNNING')
    return (
      <div role="status" className="flex flex-col gap-3 py-6 text-fg-muted">
        Looking through alerts and events...
        <Progress label="Sweeping" value={null} />
        {sweep?.jobId && (
          <Button size="sm" className="self-start" onClick={() => cancel.mutate(sweep.jobId ?? '')}>
            Cancel sweep
          </Button>
        )}
      </div>
    );
  const seconds = sweep.ms === null ? '' : ` in ${(sweep.ms / 1000).toFixed(1)} s`;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-fg">
        {sweep.state === 'DONE'
          ? `${sweep.found.toLocaleString()} of ${sweep.lookedFor.toLocaleString()} found: ${sweep.alerts.toLocaleString()} hits in alerts, ${sweep.events.toLocaleString()} in events`
          : (sweep.message ?? 'The sweep failed.')}
        <span className="text-fg-muted">
          {` · ${sweep.readAlerts.toLocaleString()} alerts and ${sweep.readEvents.toLocaleString()} events read${seconds}`}
          {sweep.leftOut > 0 && ` · ${sweep.leftOut.toLocaleString()} left out`}
        </span>
      </p>
      {isDone && hits.data && <Hits rows={hits.data.rows} total={hits.data.total ?? 0} />}
    </div>
  );
}

function Hits({ rows, total }: { rows: readonly SweepHitRow[]; total: number }) {
  if (rows.length === 0)
    return (
      <EmptyState title="No indicators found" text="None of them stands in an alert or an event." />
    );
  return (
    <>
      <ul aria-label="Found indicators" className="flex flex-col gap-3">
        {rows.map((row) => (
          <Hit key={row.n} row={row} />
        ))}
      </ul>
      {rows.length < total && (
        <p className="text-fg-muted">
          The first {rows.length.toLocaleString()} of {total.toLocaleString()}.
        </p>
      )}
    </>
  );
}

const SHOWN = 3;
const counted = (n: number, noun: string) =>
  n === 1 ? `1 ${noun}` : `${n.toLocaleString()} ${noun}s`;

function Hit({ row }: { row: SweepHitRow }) {
  const [isWhole, setWhole] = useState(false);
  const places = isWhole ? row.places : row.places.slice(0, SHOWN);
  return (
    <li className="flex flex-col gap-1.5 rounded-lg border border-line p-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <span className="text-fg-muted">{typeLabel(row.type)}</span>
        <IocValue type={row.type} value={row.value} />
        <span className="ml-auto text-fg-muted tabular-nums">
          {counted(row.alerts, 'alert')}, {counted(row.events, 'event')}
        </span>
      </div>
      <SightingList sightings={places} label={`Where ${row.value} was found`} />
      {row.places.length > SHOWN && !isWhole && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setWhole(true)}>
          Show {(row.places.length - SHOWN).toLocaleString()} more places
        </Button>
      )}
    </li>
  );
}

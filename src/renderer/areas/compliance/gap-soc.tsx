import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type {
  QueueFigure,
  QueueRecord,
  SocControl,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { SOC_STATES } from '../../../shared/areas/compliance/gaps.contract.ts';
import { MEASURE_LABELS } from '../../../shared/areas/compliance/soc-proof.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { socProofQuery, useEvaluate } from './gaps.queries.ts';
import { controlLink, SOC_STATE_LABELS, SOC_STATE_TONES } from './gaps.text.ts';

/** What the queue's own record proves, control by control. */
export function GapSoc() {
  const { data, ...query } = useQuery(socProofQuery(useClient()));
  return (
    <Card
      title="The SOC proves the controls"
      note={
        data?.record ? <Period record={data.record} /> : 'Detection and response, from the queue'
      }
      actions={<MeasureNow />}
      bodyClassName="p-0"
    >
      {data && (
        <>
          {data.record && <Figures figures={data.record.figures} />}
          {data.record && <Silent record={data.record} />}
          <Controls controls={data.controls} />
        </>
      )}
      {!data && query.isError && (
        <ErrorState
          title="The record of the queue could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!data && !query.isError && (
        <div aria-busy className="p-4">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Card>
  );
}

function Period({ record }: { record: QueueRecord }) {
  return (
    <>
      Measured <DateTime value={record.to} /> over {record.alerts.toLocaleString('en')} alerts since{' '}
      <DateTime value={record.from} />
    </>
  );
}

function MeasureNow() {
  const { toast } = useToast();
  const fail = useErrorToast();
  const evaluate = useEvaluate();
  if (!useMay('compliance.write')) return null;
  const run = () =>
    evaluate.mutate(undefined, {
      onSuccess: ({ opened }) =>
        toast({
          title: 'Success',
          description:
            opened === 0
              ? 'Measured. Nothing new speaks against a control.'
              : `Measured. New challenges: ${opened}.`,
        }),
      onError: fail,
    });
  return (
    <Button size="sm" disabled={evaluate.isPending} onClick={run}>
      {evaluate.isPending ? 'Measuring...' : 'Measure now'}
    </Button>
  );
}

/** Percent, except for what is counted. */
function figureText({ measure, value }: QueueFigure): string | null {
  if (value === null) return null;
  return measure === 'SILENT_SOURCE' ? value.toLocaleString('en') : `${value}%`;
}

export function Figures({ figures }: { figures: readonly QueueFigure[] }) {
  return (
    <dl className="grid gap-px border-b border-line bg-line sm:grid-cols-3">
      {figures.map((figure) => (
        <div key={figure.measure} className="bg-surface px-4 py-3">
          <dt className="text-xs text-fg-muted">{MEASURE_LABELS[figure.measure]}</dt>
          <dd className="flex flex-wrap items-baseline gap-2">
            <span className="text-lg font-semibold text-fg tabular-nums">
              {figureText(figure) ?? <NoFigure />}
            </span>
            {figure.isBroken && <Badge tone="bad">Beyond its limit</Badge>}
            <span className="w-full text-xs text-fg-muted">{figure.text}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Silent({ record }: { record: QueueRecord }) {
  if (record.silentSources.length === 0) return null;
  return (
    <ul
      aria-label="Silent sources"
      className="border-b border-line px-4 py-2 text-xs text-fg-muted"
    >
      {record.silentSources.map(({ source, lastAt }) => (
        <li key={source}>
          <Untrusted text={source} className="text-fg" /> was heard last <DateTime value={lastAt} />
        </li>
      ))}
    </ul>
  );
}

function Controls({ controls }: { controls: readonly SocControl[] }) {
  if (controls.length === 0)
    return (
      <EmptyState
        title="No such controls"
        text="No active framework has a control of detection or response that the queue could prove."
      />
    );
  const inOrder = [...SOC_STATES.filter((state) => state !== 'live'), 'live'] as const;
  const sorted = inOrder.flatMap((state) => controls.filter((one) => one.state === state));
  return (
    <ScrollRegion label="Controls that the queue proves" className="max-h-96">
      <ul className="divide-y divide-line">
        {sorted.map((control) => (
          <li key={control.controlId} className="flex flex-wrap items-baseline gap-x-2 px-4 py-2">
            <Badge tone={SOC_STATE_TONES[control.state]}>{SOC_STATE_LABELS[control.state]}</Badge>
            <Link to={controlLink(control.controlId)} className="text-accent-text hover:underline">
              {control.ref}
            </Link>
            <Untrusted text={control.title} className="text-fg" />
            <Untrusted text={control.framework} className="ml-auto text-xs text-fg-muted" />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}

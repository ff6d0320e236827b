import { useQuery } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import { isAuditOpen } from '../../../shared/areas/audits/audits.rules.ts';
import type { SampleSummary } from '../../../shared/areas/audits/samples.contract.ts';
import { POPULATION_LABELS } from '../../../shared/areas/audits/sampling.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { Facts, fact } from './audit-facts.tsx';
import { samplesQuery } from './audits.queries.ts';
import { SampleDialog } from './sample-dialog.tsx';
import { SampleDrawDialog } from './sample-draw-dialog.tsx';
import { useAuditAddress } from './use-audit-address.ts';

/** The samples of an audit. */
export function SamplePart({ audit }: { audit: Audit }) {
  const samples = useQuery(samplesQuery(useClient(), audit.id));
  const mayWrite = useMay('audits.write') && isAuditOpen(audit.status);
  const [isDrawing, setIsDrawing] = useState(false);
  const hasPeriod = audit.periodStart !== null && audit.periodEnd !== null;
  if (samples.isError)
    return (
      <ErrorState
        title="The samples could not be loaded"
        error={samples.error}
        onRetry={() => void samples.refetch()}
      />
    );
  if (samples.isPending) return <Skeleton className="h-48 w-full" />;
  const draw = mayWrite && (
    <Button
      className="self-start"
      variant="primary"
      icon={<Dices aria-hidden />}
      disabled={!hasPeriod}
      onClick={() => setIsDrawing(true)}
    >
      Draw sample
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      {samples.data.length > 0 && draw}
      {samples.data.length === 0 ? (
        <EmptyState
          icon={<Dices />}
          title="No sample has been drawn"
          text={
            hasPeriod
              ? 'A sample is drawn by a seed from every alert, investigation or account of the period, and can be drawn again by anybody.'
              : 'Set the period of the audit first: samples are drawn from what happened in it.'
          }
          action={draw}
        />
      ) : (
        <ul aria-label="Samples" className="flex flex-col gap-3">
          {samples.data.map((sample) => (
            <SampleRow key={sample.id} sample={sample} />
          ))}
        </ul>
      )}
      <SampleDialog mayWrite={mayWrite} />
      {isDrawing && <SampleDrawDialog audit={audit} onClose={() => setIsDrawing(false)} />}
    </div>
  );
}

function SampleRow({ sample }: { sample: SampleSummary }) {
  const address = useAuditAddress();
  const filter = Object.entries(sample.filter).map(([key, value]) => `${key} ${value}`);
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold text-fg">
          Sample {sample.number}: {POPULATION_LABELS[sample.population]}
        </h3>
        {filter.map((text) => (
          <Badge key={text}>{text}</Badge>
        ))}
        {sample.exceptions > 0 && <Badge tone="bad">{sample.exceptions} exceptions</Badge>}
        <span className="flex-1" />
        <Button onClick={() => address.set({ sample: sample.id })}>Open</Button>
      </div>
      {sample.purpose && (
        <p className="text-fg-muted">
          <Untrusted text={sample.purpose} max={300} />
        </p>
      )}
      <Facts
        facts={[
          fact(
            'Items',
            `${sample.size.toLocaleString()} of ${sample.populationCount.toLocaleString()}`,
          ),
          fact('Tested', `${sample.tested} of ${sample.size}`),
          fact(
            'Seed',
            <span key="seed" className="font-mono">
              <Untrusted text={sample.seed} max={40} />
            </span>,
          ),
          fact('Drawn by', sample.drawnBy ?? 'Watchfloor'),
        ]}
      />
    </li>
  );
}

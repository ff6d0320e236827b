import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { Sample, SampleVerification } from '../../../shared/areas/audits/samples.contract.ts';
import {
  POPULATION_DEFINITIONS,
  POPULATION_LABELS,
} from '../../../shared/areas/audits/sampling.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { Facts, fact } from './audit-facts.tsx';
import { sampleQuery, useAuditCall } from './audits.queries.ts';
import { SampleItems } from './sample-items.tsx';
import { SampleReconciliation } from './sample-reconciliation.tsx';
import { useAuditAddress } from './use-audit-address.ts';

/** The sample that the address names: items with their results, and how it was drawn. */
export function SampleDialog({ mayWrite }: { mayWrite: boolean }) {
  const address = useAuditAddress();
  const id = address.get('sample');
  if (id === null) return null;
  return <OpenDialog id={id} mayWrite={mayWrite} onClose={() => address.set({ sample: null })} />;
}

interface OpenDialogProps {
  id: string;
  mayWrite: boolean;
  onClose: () => void;
}

function OpenDialog({ id, mayWrite, onClose }: OpenDialogProps) {
  const { data, error, refetch } = useQuery(sampleQuery(useClient(), id));
  const [tab, setTab] = useState('items');
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={data ? `Sample ${data.number}: ${POPULATION_LABELS[data.population]}` : 'Sample'}
      description={data?.purpose ? <Untrusted text={data.purpose} max={200} /> : undefined}
    >
      {error && !data && (
        <ErrorState
          title="The sample could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label="Parts of the sample">
            <Tab value="items" count={data.size}>
              Items
            </Tab>
            <Tab value="draw">How it was drawn</Tab>
            <Tab value="complete">Completeness</Tab>
          </TabList>
          <TabPanel value="items">
            <SampleItems sample={data} mayWrite={mayWrite} />
          </TabPanel>
          <TabPanel value="draw">
            <Draw sample={data} />
          </TabPanel>
          <TabPanel value="complete">
            <SampleReconciliation reconciliation={data.reconciliation} />
          </TabPanel>
        </Tabs>
      )}
    </Dialog>
  );
}

function Draw({ sample }: { sample: Sample }) {
  const verify = useAuditCall(
    (client, id: string) => client.call(auditWorkContract.verifySample, { params: { id } }),
    { failed: 'Failed to draw the sample again' },
  );
  const mono = (text: string) => <span className="font-mono break-all">{text}</span>;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        className="grid gap-3 sm:grid-cols-2"
        facts={[
          fact('Population', POPULATION_DEFINITIONS[sample.population]),
          fact(
            'Period',
            `${sample.periodStart.slice(0, 10)} to ${sample.periodEnd.slice(0, 10)} (not included), UTC`,
          ),
          fact('Rows in it', sample.populationCount.toLocaleString()),
          fact('SHA-256 of its references', mono(sample.populationSha256)),
          fact('Seed', mono(sample.seed)),
          fact('Method', mono(sample.method)),
          fact(
            'Size',
            `${sample.size} (${sample.sizeBasis === 'chosen' ? 'chosen' : `table, ${sample.sizeBasis.toLowerCase()} level`})`,
          ),
          fact('Drawn', <DateTime key="drawn" value={sample.drawnAt} mode="local" />),
        ]}
      />
      <p className="text-fg-muted">
        For i = 1, 2, 3 … the SHA-256 of “seed,i” is taken as a number modulo the count of rows,
        plus 1: the ordinal of an item. Ordinals that came before are passed over. Anybody with the
        list draws the same items.
      </p>
      <Button
        className="self-start"
        icon={<ShieldCheck aria-hidden />}
        disabled={verify.isPending}
        onClick={() => verify.mutate(sample.id)}
      >
        {verify.isPending ? 'Drawing again...' : 'Draw again and compare'}
      </Button>
      {verify.data && <Verification result={verify.data} />}
    </div>
  );
}

function Verification({ result }: { result: SampleVerification }) {
  return (
    <div role="status" className="flex flex-col gap-1.5 rounded-md border border-line p-3">
      <p className="flex flex-wrap gap-2">
        <Badge tone={result.isSameDraw ? 'ok' : 'bad'}>
          {result.isSameDraw ? 'Same items drawn' : 'Other items drawn'}
        </Badge>
        <Badge tone={result.isSamePopulation ? 'ok' : 'warn'}>
          {result.isSamePopulation ? 'Same population' : 'Population has changed'}
        </Badge>
      </p>
      <p className="text-fg-muted">{result.note}</p>
      <p className="text-xs text-fg-muted tabular-nums">
        {result.countNow.toLocaleString()} rows now
      </p>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  IndicatorImport,
  Sweep,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { importsQuery, sweepsQuery } from './indicators.queries.ts';
import { SweepResult } from './sweep-result.tsx';

const STATES: Record<Sweep['state'], readonly [string, BadgeTone]> = {
  RUNNING: ['Running', 'accent'],
  DONE: ['Done', 'ok'],
  CANCELLED: ['Cancelled', 'neutral'],
  FAILED: ['Failed', 'bad'],
};

/** Sweeps and imports that were made, with what came of each. */
export function PastWorkDialog({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState('sweeps');
  const [sweep, setSweep] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Earlier sweeps and imports"
      size="xl"
      footer={
        <>
          {sweep !== null && (
            <Button className="mr-auto" onClick={() => setSweep(null)}>
              All sweeps
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {sweep !== null ? (
        <SweepResult id={sweep} />
      ) : (
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label="Earlier work">
            <Tab value="sweeps">Sweeps</Tab>
            <Tab value="imports">Imports</Tab>
          </TabList>
          <TabPanel value="sweeps">
            <Sweeps onOpen={setSweep} />
          </TabPanel>
          <TabPanel value="imports">
            <Imports />
          </TabPanel>
        </Tabs>
      )}
    </Dialog>
  );
}

function Sweeps({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery(sweepsQuery(useClient()));
  return (
    <Loaded query={query} failed="The sweeps could not be loaded">
      {(list) =>
        list.length === 0 ? (
          <p className="text-fg-muted">No sweeps yet.</p>
        ) : (
          <ul aria-label="Sweeps" className="flex flex-col divide-y divide-line">
            {list.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-3 py-2">
                <State state={one.state} />
                <span className="min-w-0 flex-1">
                  <button
                    type="button"
                    className="rounded-sm text-left text-accent-text hover:underline"
                    onClick={() => onOpen(one.id)}
                  >
                    <Untrusted text={one.title} max={160} expand="none" />
                  </button>
                  <span className="block text-xs text-fg-muted">
                    {one.message ??
                      `${one.found.toLocaleString()} of ${one.lookedFor.toLocaleString()} found, ${one.alerts.toLocaleString()} hits in alerts, ${one.events.toLocaleString()} in events`}
                  </span>
                </span>
                <DateTime value={one.startedAt} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Imports() {
  const query = useQuery(importsQuery(useClient()));
  return (
    <Loaded query={query} failed="The imports could not be loaded">
      {(list) =>
        list.length === 0 ? (
          <p className="text-fg-muted">No imports yet.</p>
        ) : (
          <ul aria-label="Imports" className="flex flex-col divide-y divide-line">
            {list.map((one) => (
              <Import key={one.id} one={one} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Import({ one }: { one: IndicatorImport }) {
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-center gap-3">
        <State state={one.state} />
        <span className="min-w-0 flex-1 text-fg">
          <Untrusted text={one.fileName} max={160} expand="none" />
        </span>
        <DateTime value={one.startedAt} />
      </span>
      <span className="text-xs text-fg-muted">
        {`${one.added.toLocaleString()} added, ${one.updated.toLocaleString()} brought up to date, ${one.unchanged.toLocaleString()} unchanged, ${one.skipped.toLocaleString()} passed over`}
      </span>
      {one.problems.length > 0 && (
        <ul aria-label="What was not understood" className="list-disc pl-5 text-xs text-fg-muted">
          {one.problems.map(({ what, n, first }) => (
            <li key={what}>
              <Untrusted text={what} max={160} expand="none" />: {n.toLocaleString()}, first at{' '}
              <Untrusted text={first} max={80} expand="none" />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function State({ state }: { state: Sweep['state'] }) {
  const [label, tone] = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

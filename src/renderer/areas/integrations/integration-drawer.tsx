import { useQuery } from '@tanstack/react-query';
import type { Integration } from '../../../shared/areas/integrations/integrations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RecordHead } from '../../ui/record-drawer.tsx';
import { CardNotice } from './card-notice.tsx';
import { runsQuery } from './integrations.queries.ts';
import { counted, STATUS_BADGES, TYPE_LABELS } from './integrations.text.ts';
import { ReceiverFacts } from './receiver-facts.tsx';
import { RunReceipt } from './run-receipt.tsx';

interface IntegrationDrawerProps {
  integration: Integration;
  onClose: () => void;
}

/** What became of each run, or what a receiver has counted. */
export function IntegrationDrawer({ integration, onClose }: IntegrationDrawerProps) {
  const { name, type, vendor, status, rows, receiver } = integration;
  const [label, tone] = STATUS_BADGES[status];
  return (
    <Drawer open onClose={onClose} title={`Integration ${name}`} size="side">
      <RecordHead
        title={name}
        facts={
          <>
            <Badge tone={tone}>{label}</Badge>
            <Badge>{TYPE_LABELS[type] ?? type}</Badge>
            {vendor !== null && <span>{vendor}</span>}
            <span>{counted(rows, 'record kept', 'records kept')}</span>
          </>
        }
      >
        <CardNotice integration={integration} />
      </RecordHead>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4">
        {receiver ? <ReceiverFacts receiver={receiver} /> : <Runs id={integration.id} />}
      </div>
    </Drawer>
  );
}

function Runs({ id }: { id: string }) {
  const query = useQuery(runsQuery(useClient(), id));
  return (
    <section aria-label="Runs" className="flex flex-col gap-3">
      <h3 className="font-semibold text-fg">Runs</h3>
      <Loaded query={query} failed="The runs could not be loaded">
        {(runs) =>
          runs.length === 0 ? (
            <EmptyState title="No runs" text="Each sync leaves a receipt here." />
          ) : (
            <ul className="flex flex-col gap-2">
              {runs.map((run) => (
                <li key={run.id}>
                  <RunReceipt run={run} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

import { History, Settings2 } from 'lucide-react';
import { useState } from 'react';
import {
  type Integration,
  integrationsContract,
} from '../../../shared/areas/integrations/integrations.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { CardActions } from './card-actions.tsx';
import { CardNotice } from './card-notice.tsx';
import { ConfigureDialog } from './configure-dialog.tsx';
import { useIntegrationCall } from './integrations.queries.ts';
import { counted, STATUS_BADGES, TYPE_LABELS } from './integrations.text.ts';

interface IntegrationCardProps {
  integration: Integration;
  onOpen: () => void;
}

export function IntegrationCard({ integration, onOpen }: IntegrationCardProps) {
  const { name, vendor, type, status } = integration;
  const mayManage = useMay('integrations.manage');
  const [isConfiguring, setConfiguring] = useState(false);
  const [label, tone] = STATUS_BADGES[status];
  return (
    <article
      aria-label={name}
      className="flex h-full flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm font-semibold text-fg">
            <Untrusted text={name} max={120} expand="none" />
          </h2>
          <p className="truncate text-xs text-fg-muted">
            <Untrusted text={vendor ?? 'Vendor not named'} max={120} expand="none" />
          </p>
        </div>
        <Badge>{TYPE_LABELS[type] ?? type}</Badge>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Facts integration={integration} />
      <CardNotice integration={integration} />
      <div className="mt-auto flex flex-wrap items-center gap-2 border-t border-line pt-3">
        {mayManage && <Toggle integration={integration} />}
        {mayManage && (
          <Button
            size="sm"
            icon={<Settings2 aria-hidden />}
            label={`Configure ${name}`}
            onClick={() => setConfiguring(true)}
          >
            Configure
          </Button>
        )}
        {integration.kind !== 'record' && (
          <Button
            size="sm"
            variant="ghost"
            icon={<History aria-hidden />}
            label={`Details of ${name}`}
            onClick={onOpen}
          >
            Details
          </Button>
        )}
        {mayManage && <CardActions integration={integration} />}
      </div>
      {isConfiguring && (
        <ConfigureDialog integration={integration} onClose={() => setConfiguring(false)} />
      )}
    </article>
  );
}

/** CONNECTED becomes DISCONNECTED with the last sync cleared; any other becomes CONNECTED as of now. */
function Toggle({ integration }: { integration: Integration }) {
  const { id, name, status } = integration;
  const isOn = status === 'CONNECTED';
  const toggle = useIntegrationCall(
    (client, _: null) =>
      client.call(integrationsContract.update, {
        params: { id },
        body: isOn
          ? { status: 'DISCONNECTED', lastSync: null }
          : { status: 'CONNECTED', lastSync: new Date().toISOString() },
      }),
    { done: 'Integration updated successfully', failed: 'Failed to update integration' },
  );
  const label = isOn ? 'Disconnect' : 'Connect';
  return (
    <Button
      size="sm"
      variant={isOn ? 'secondary' : 'primary'}
      label={`${label} ${name}`}
      disabled={toggle.isPending}
      onClick={() => toggle.mutate(null)}
    >
      {label}
    </Button>
  );
}

function Facts({ integration }: { integration: Integration }) {
  const { kind, lastSync, nextSync, isRunning, isPaused, rows, receiver } = integration;
  const next = isRunning
    ? 'Running now'
    : isPaused
      ? 'Paused'
      : nextSync && <DateTime value={nextSync} mode="local" />;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs text-fg-muted tabular-nums">
      <dt>Last sync</dt>
      <dd className="text-fg">{lastSync ? <DateTime value={lastSync} /> : 'Never'}</dd>
      {kind === 'connector' && next && (
        <>
          <dt>Next sync</dt>
          <dd className="text-fg">{next}</dd>
        </>
      )}
      {receiver && (
        <>
          <dt>Listens on</dt>
          <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">
            {receiver.bound.length > 0 ? receiver.bound.join(', ') : 'Nothing'}
          </dd>
        </>
      )}
      {kind !== 'record' && (
        <>
          <dt>Kept so far</dt>
          <dd className="text-fg">{counted(rows, 'record', 'records')}</dd>
        </>
      )}
    </dl>
  );
}

import { Link } from 'react-router-dom';
import type { Connections } from '../../../shared/areas/settings/about.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ConnectionPage } from './about-connection.tsx';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  CONNECTED: 'Connected',
  DISCONNECTED: 'Disconnected',
  ERROR: 'Error',
  PENDING: 'Pending',
};

export function IntegrationsPage() {
  return (
    <ConnectionPage>
      {({ integrations }) => (
        <Card
          title="Security tools"
          note="What is connected, as everybody sees it."
          actions={
            <Link to="/integrations" className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
              Manage integrations
            </Link>
          }
          bodyClassName="px-4"
        >
          {integrations.length === 0 ? (
            <EmptyState
              title="No integrations"
              text="No tool is connected to this workspace. Add one from the marketplace, or import alerts as files."
            />
          ) : (
            <ul className="divide-y divide-line">
              {integrations.map((integration) => (
                <IntegrationRow key={integration.name} integration={integration} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </ConnectionPage>
  );
}

function IntegrationRow({ integration }: { integration: Connections['integrations'][number] }) {
  const { name, vendor, type, status } = integration;
  return (
    <li className="flex items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-fg">
          <Untrusted text={name} max={120} />
        </p>
        <p className="truncate text-xs text-fg-muted">
          {type}
          {vendor !== null && (
            <>
              {' · '}
              <Untrusted text={vendor} max={120} expand="none" />
            </>
          )}
        </p>
      </div>
      <Badge tone="neutral">{STATUS_WORDS[status] ?? status}</Badge>
    </li>
  );
}

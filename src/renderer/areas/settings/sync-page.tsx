import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ConnectionPage } from './about-connection.tsx';

export function SyncPage() {
  return (
    <ConnectionPage>
      {({ sync }) => (
        <Card
          title="Shared workspace"
          actions={<Badge tone="neutral">{sync.server ?? 'Not connected'}</Badge>}
        >
          <p className="max-w-prose text-fg-muted">
            {sync.server === null
              ? 'This workspace is on this computer alone, and this version has no place to connect it to a server. Nothing is missing for the work: what is changed here is recorded, so that it can be shared later.'
              : 'What is changed here is shared with the server, and what others change comes back.'}
          </p>
          <dl className="mt-4">
            <div className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
              <dt className="text-fg-muted">Last synced</dt>
              <dd className="text-fg">
                {sync.lastSyncAt === null ? 'Never' : <DateTime value={sync.lastSyncAt} />}
              </dd>
            </div>
            <div className="flex items-baseline justify-between gap-4 py-1.5">
              <dt className="text-fg-muted">Changes recorded and not shared</dt>
              <dd className="text-fg tabular-nums">{sync.waitingChanges.toLocaleString('en')}</dd>
            </div>
          </dl>
        </Card>
      )}
    </ConnectionPage>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IsolationSwitch } from '../isolation/isolation-switch.embed.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { isolationQuery } from './sync.queries.ts';

const POINTS = [
  'Work goes on here without a network, for days. When the server can be reached, what was changed here goes out, and what others changed comes in.',
  'Two people who change different fields of one record keep both changes. Where they change the same field, the later change stands and both are shown.',
  'The server is a PostgreSQL database of your organisation. Files are encrypted before they leave; investigations restricted to named people are not sent to others.',
  'Passwords, keys, sessions and the ledger of connections never leave this workstation.',
] as const;

/** What sync is, and the two ways in. */
export function OffCard() {
  const mayManage = useMay('workspace.manage');
  const isIsolated = useQuery(isolationQuery(useClient())).data?.isIsolated ?? false;
  const [dialog, setDialog] = useState<'join' | 'create' | null>(null);
  const close = () => setDialog(null);
  return (
    <Card
      title="This workspace is on this workstation alone"
      note="Nothing is missing for the work. Sync shares it with other workstations."
    >
      <div className="flex flex-col gap-4">
        <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-4 text-fg-muted marker:text-fg-faint">
          {POINTS.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        {isIsolated && (
          <div className="flex max-w-prose flex-col gap-3 rounded-md border border-line bg-sunken p-3">
            <p className="text-fg">
              This workspace is isolated, so no server can be asked. Connect it before you join.
            </p>
            <IsolationSwitch hasLocalModel={false} />
          </div>
        )}
        {mayManage ? (
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => setDialog('join')}>
              Join with an invitation
            </Button>
            <Button onClick={() => setDialog('create')}>Create a shared workspace</Button>
          </div>
        ) : (
          <p className="text-fg">An administrator of this workstation can join or create one.</p>
        )}
      </div>
      {dialog === 'join' && <JoinDialog onClose={close} />}
      {dialog === 'create' && <CreateDialog onClose={close} />}
    </Card>
  );
}

import { FlaskConical, MoreHorizontal, Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type Integration,
  integrationsContract,
} from '../../../shared/areas/integrations/integrations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useIntegrationCall } from './integrations.queries.ts';

export function CardActions({ integration }: { integration: Integration }) {
  const { id, name, kind, status, isPaused, isRunning } = integration;
  const [isAsking, setAsking] = useState(false);
  const test = useTest();
  const sync = useIntegrationCall(
    (client, _: null) => client.call(integrationsContract.sync, { params: { id } }),
    { done: 'Sync started', failed: 'The sync could not be started' },
  );
  const pause = useIntegrationCall(
    (client, to: boolean) =>
      client.call(integrationsContract.pause, { params: { id }, body: { isPaused: to } }),
    {
      done: isPaused ? 'The schedule goes on' : 'The schedule is paused',
      failed: 'Failed to update integration',
    },
  );
  const remove = useIntegrationCall(
    (client, _: null) => client.call(integrationsContract.remove, { params: { id } }),
    { done: 'Integration removed', failed: 'The integration could not be removed' },
  );
  const isConnector = kind === 'connector';
  const items: (MenuItem | false)[] = [
    isConnector && { label: 'Test', icon: <FlaskConical />, onSelect: () => test(id) },
    isConnector &&
      status !== 'DISCONNECTED' &&
      !isRunning && {
        label: 'Sync now',
        icon: <RefreshCw />,
        onSelect: () => sync.mutate(null),
      },
    isConnector && {
      label: isPaused ? 'Resume' : 'Pause',
      icon: isPaused ? <Play /> : <Pause />,
      onSelect: () => pause.mutate(!isPaused),
    },
    { label: 'Remove', icon: <Trash2 />, onSelect: () => setAsking(true) },
  ];
  return (
    <div className="ml-auto">
      <Menu
        trigger={
          <Button
            size="sm"
            variant="ghost"
            icon={<MoreHorizontal aria-hidden />}
            label={`More for ${name}`}
          />
        }
        items={items.filter((item) => item !== false)}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove integration"
        text={`${name} is removed with its secrets and its run history. The alerts and indicators it brought stay.`}
        confirmLabel="Remove"
        tone="destructive"
        onConfirm={() => {
          setAsking(false);
          remove.mutate(null);
        }}
      />
    </div>
  );
}

/** Asks the vendor with what is kept, and says what it answered. */
function useTest() {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return (id: string) => {
    client.call(integrationsContract.test, { body: { id } }).then(
      ({ isGood, text }) =>
        toast({
          title: isGood ? 'Success' : 'Error',
          description: text,
          ...(isGood ? {} : { variant: 'destructive' }),
        }),
      sayError,
    );
  };
}

/** What other areas show of integrations: sending a record to a connected system, and what was sent. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Integration } from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Push } from '../../../shared/areas/integrations/push.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { sendItem, sentQuery, targetsQuery } from './send.queries.ts';

export interface SendToProps {
  readonly kind: Push['kind'];
  readonly id: string;
  readonly title: string;
}

/** 'Send to…': only where a connected system takes records, and only for who may send. */
export function SendTo(item: SendToProps) {
  const mayReallySend = useMay('integrations.send');
  const { data: targets = [] } = useQuery({
    ...targetsQuery(useClient()),
    enabled: mayReallySend,
  });
  const [target, setTarget] = useState<Integration | null>(null);
  if (targets.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" icon={<Send aria-hidden />}>
            Send to…
          </Button>
        }
        items={targets.map((one) => ({
          label: one.name,
          ...(one.vendor !== null && { note: one.vendor }),
          onSelect: () => setTarget(one),
        }))}
      />
      {target && <ConfirmSend item={item} target={target} onClose={() => setTarget(null)} />}
    </>
  );
}

function ConfirmSend(props: { item: SendToProps; target: Integration; onClose: () => void }) {
  const { item, target, onClose } = props;
  const client = useClient();
  const { toast } = useToast();
  const send = useMutation({
    mutationFn: () => sendItem(client, target.id, item),
    onSuccess: ({ state, reference, error }) =>
      state === 'SENT'
        ? toast({ title: 'Success', description: sentWords(target.name, reference) })
        : toast({
            ...{ title: 'Error', description: error ?? 'It was not sent' },
            variant: 'destructive',
          }),
    onError: (error) =>
      toast({ title: 'Error', description: describeError(error).why, variant: 'destructive' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Send this ${item.kind} to ${target.name}?`}
      text={
        <>
          <Untrusted text={item.title} max={255} /> leaves this machine with its description,
          techniques and observables.
        </>
      }
      confirmLabel={send.isPending ? 'Sending…' : 'Send'}
      onConfirm={() => !send.isPending && send.mutate()}
    />
  );
}

const sentWords = (name: string, reference: string | null): string =>
  reference === null ? `Sent to ${name}` : `Sent to ${name} as ${reference}`;

/** Where it was sent before; nothing where it was not. */
export function SentTo({ id }: Pick<SendToProps, 'id'>) {
  const mayRead = useMay('integrations.read');
  const { data: pushes = [] } = useQuery({ ...sentQuery(useClient(), id), enabled: mayRead });
  if (pushes.length === 0) return null;
  return (
    <ul aria-label="Sent" className="flex flex-col gap-1 text-xs text-fg-muted">
      {pushes.map((push) => (
        <li key={push.id}>
          <Untrusted
            text={
              push.state === 'SENT'
                ? sentWords(push.integrationName, push.reference)
                : `Not sent to ${push.integrationName}: ${push.error ?? 'refused'}`
            }
            max={300}
          />{' '}
          <DateTime value={push.at} />
        </li>
      ))}
    </ul>
  );
}

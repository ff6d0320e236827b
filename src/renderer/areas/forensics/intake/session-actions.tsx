import { useMutation } from '@tanstack/react-query';
import {
  EllipsisVertical,
  FileText,
  KeyRound,
  ListFilter,
  RotateCcw,
  Trash2,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import {
  intakeContract,
  type Session,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { isOpenSession } from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import type { Client } from '../../../../shared/contract/client.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';

export type SessionLayer = 'receipt' | 'password' | 'read-as' | 'remove';

interface SessionActionsProps {
  session: Session;
  mayWrite: boolean;
  onLayer: (layer: SessionLayer, session: Session) => void;
}

export function useSessionCall<V>(
  call: (client: Client, variables: V) => Promise<unknown>,
  done: string,
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (variables: V) => call(client, variables),
    onSuccess: () => toast({ title: 'Success', description: done }),
    onError: useErrorToast(),
  });
}

/** What can be done with a file of an investigation. */
export function SessionActions({ session, mayWrite, onLayer }: SessionActionsProps) {
  const { id, status, fileName, innerPath, parentId } = session;
  const params = { id };
  const cancel = useSessionCall(
    (client) => client.call(intakeContract.cancelFile, { params }),
    'Reading cancelled',
  );
  const retry = useSessionCall(
    (client) => client.call(intakeContract.retryFile, { params }),
    'The file is read again',
  );
  const item = (label: string, icon: ReactNode, onSelect: () => void): MenuItem => ({
    label,
    icon,
    onSelect,
  });
  const open = (layer: SessionLayer) => () => onLayer(layer, session);
  const isBusy = status === 'QUEUED' || status === 'RUNNING';
  const items = [
    item('Receipt', <FileText aria-hidden />, open('receipt')),
    ...(mayWrite && status === 'WAITING'
      ? [item('Give password', <KeyRound aria-hidden />, open('password'))]
      : []),
    ...(mayWrite && isOpenSession(status)
      ? [item('Cancel reading', <X aria-hidden />, () => cancel.mutate(undefined))]
      : []),
    ...(mayWrite && !isBusy
      ? [
          item('Read again', <RotateCcw aria-hidden />, () => retry.mutate(undefined)),
          item('Read as…', <ListFilter aria-hidden />, open('read-as')),
        ]
      : []),
    ...(mayWrite && parentId === null
      ? [item('Take out of the investigation', <Trash2 aria-hidden />, open('remove'))]
      : []),
  ];
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          icon={<EllipsisVertical aria-hidden />}
          label={`Actions for ${innerPath ?? fileName ?? 'this file'}`}
        />
      }
      items={items}
    />
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { alertQuery } from './alerts.queries.ts';
import type { DeskActions } from './use-desk-actions.ts';

interface ReopenDialogProps {
  id: string;
  actions: DeskActions;
  onClose: () => void;
}

/** A closed alert opens again only with a reason, which goes to its history. */
export function ReopenDialog({ id, actions, onClose }: ReopenDialogProps) {
  const { data: alert } = useQuery(alertQuery(useClient(), useQueryClient(), id));
  const [isPending, setIsPending] = useState(false);
  const reopen = async (reason: string) => {
    setIsPending(true);
    const isDone = await actions.update(id, { status: 'OPEN', reason });
    setIsPending(false);
    if (isDone) onClose();
  };
  return (
    <ReasonDialog
      title="Reopen alert"
      description={
        <>
          {alert ? <Untrusted text={alert.title} max={120} expand="none" /> : 'The alert'} becomes
          OPEN again; the reason goes to its history.
        </>
      }
      label="Reopen"
      pendingLabel="Reopening..."
      isPending={isPending}
      onClose={onClose}
      onReason={(reason) => void reopen(reason)}
    />
  );
}

import { useState } from 'react';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import type { DeskActions } from './use-desk-actions.ts';

interface ReopenDialogProps {
  id: string;
  actions: DeskActions;
  onClose: () => void;
}

/** A closed alert opens again only with a reason, which goes to its history. */
export function ReopenDialog({ id, actions, onClose }: ReopenDialogProps) {
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
      description="The alert becomes OPEN again; the reason goes to its history."
      label="Reopen"
      pendingLabel="Reopening..."
      isPending={isPending}
      onClose={onClose}
      onReason={(reason) => void reopen(reason)}
    />
  );
}

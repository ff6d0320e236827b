import { Suspense } from 'react';
import { BulkDialog } from '../alerts/alerts.embed.tsx';
import type { Acting } from './group-actions.ts';

interface ActingDialogProps {
  acting: Acting | null;
  onClose: () => void;
  onStarted?: () => void;
}

/** Asks what must be asked before something is done with many alerts. */
export function ActingDialog({ acting, onClose, onStarted }: ActingDialogProps) {
  if (!acting) return null;
  const { action, set, name } = acting;
  return (
    <Suspense>
      <BulkDialog
        action={action.id}
        of={{ set, name }}
        onClose={onClose}
        {...(onStarted ? { onStarted } : {})}
      />
    </Suspense>
  );
}

/** What other areas show of exchange: dialogs, loaded when they are first opened. */
import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ShareDialogProps } from './share-dialog.tsx';

export const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}));
export const ReceiptsDialog = lazy(async () => ({
  default: (await import('./receipts-dialog.tsx')).ReceiptsDialog,
}));
export const ReceiveDialog = lazy(async () => ({
  default: (await import('./receive-dialog.tsx')).ReceiveDialog,
}));

/** A button that opens the dialog of formats for a record or a set of them. */
export function ShareButton(shown: Omit<ShareDialogProps, 'onClose'> & { size?: 'sm' | 'md' }) {
  const { size = 'md', ...share } = shown;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size={size} icon={<Share2 aria-hidden />} onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog {...share} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { ScanText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../../api/session.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ExtractOf } from './extract-dialog.tsx';

const ExtractOfDialog = lazy(async () => ({
  default: (await import('./extract-dialog.tsx')).ExtractOfDialog,
}));

/** Finds indicators in what is looked at. */
export function ExtractButton({ of }: { of: ExtractOf }) {
  const mayWrite = useMay('forensics.write');
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button size="sm" icon={<ScanText aria-hidden />} onClick={() => setOpen(true)}>
        Extract indicators
      </Button>
      {isOpen && (
        <Suspense>
          <ExtractOfDialog of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

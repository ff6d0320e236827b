import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';

interface DigestHeadProps {
  /** Null before it was made. */
  made: { readonly madeAt: string; readonly isStale: boolean } | null;
  isPending: boolean;
  onMake: () => void;
  children: ReactNode;
}

/** What was made of the events, when, and the way to make it anew. */
export function DigestHead({ made, isPending, onMake, children }: DigestHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 text-fg-muted">
        {children}
        {made && (
          <>
            {' '}
            Made <DateTime value={made.madeAt} />.
            {made.isStale && ' Events or clocks changed since.'}
          </>
        )}
      </p>
      <Button
        size="sm"
        variant={made === null || made.isStale ? 'primary' : 'secondary'}
        icon={<RefreshCw aria-hidden />}
        disabled={isPending}
        onClick={onMake}
      >
        {isPending ? 'Reading the events…' : made === null ? 'Read the events' : 'Read them anew'}
      </Button>
    </div>
  );
}

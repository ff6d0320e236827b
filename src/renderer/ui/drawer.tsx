import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { stayOpenForToasts, stayOpenForWriting } from './stay-open.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Names the drawer for assistive technology; what is in it shows its own heading. */
  title: string;
  /** `window` covers it all; `side` stands at the right, with the work beside it. */
  size?: 'window' | 'side';
  /** Whose keys work while it is open: the screen's, where it shows what the screen is about, or none. */
  keys?: 'screen' | 'own';
  children: ReactNode;
}

/** A panel over the window, for what stands beside the work where the window is wide. */
export function Drawer(props: DrawerProps) {
  const { open, onClose, title, size = 'window', keys = 'screen', children } = props;
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-overlay" />
        <Radix.Content
          {...focusReturn}
          onInteractOutside={stayOpenForToasts}
          onEscapeKeyDown={stayOpenForWriting}
          aria-describedby={undefined}
          {...(keys === 'screen' ? { 'data-keys-through': true } : {})}
          className={cx(
            'fixed inset-y-0 right-0 z-30 flex animate-slide flex-col bg-surface outline-none',
            size === 'window' ? 'left-0' : 'w-140 max-w-full shadow-float',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <Radix.Close
            aria-label="Close"
            className="absolute top-3 right-3 z-10 rounded-sm p-1.5 text-fg-faint hover:bg-raised hover:text-fg"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
          {/* A section, so that a <header> in it is its own and not a landmark of the page. */}
          <section className="contents">{children}</section>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

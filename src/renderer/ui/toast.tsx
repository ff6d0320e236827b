import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import { buttonStyles } from './button.tsx';
import { cx } from './cx.ts';
import {
  TOAST_DURATION_MS,
  type ToastEntry,
  type ToastInput,
  type ToastStore,
} from './toast-store.ts';
import { Untrusted } from './untrusted.tsx';

const SWIPE_THRESHOLD_PX = 50;
/** Titles of alerts and names of files stand in what is said. */
const DESCRIPTION_CHARS = 800;
const ToastContext = createContext<ToastStore | null>(null);

export function ToastStoreProvider({
  store,
  children,
}: {
  store: ToastStore;
  children: ReactNode;
}) {
  return <ToastContext.Provider value={store}>{children}</ToastContext.Provider>;
}

/** `const { toast } = useToast(); toast({ title: 'Success', description: '…' })` */
export function useToast(): {
  toast: (input: ToastInput) => string;
  dismiss: (id: string) => void;
} {
  return useToastStore();
}

function useToastStore(): ToastStore {
  const store = useContext(ToastContext);
  if (!store) throw new Error('useToast is used outside ToastStoreProvider');
  return store;
}

/** The notifications region: one toast at a time, F8 focuses it, swipe right dismisses. */
export function Toaster() {
  const { store, dismiss } = useToastStore();
  const toasts = useStore(store, (state) => state.toasts);
  return (
    <Radix.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toasts.map((entry) => (
        <ToastItem key={entry.id} entry={entry} onClose={() => dismiss(entry.id)} />
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        data-toasts
        className="fixed right-4 bottom-4 z-50 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 rounded-lg"
      />
    </Radix.Provider>
  );
}

function ToastItem({ entry, onClose }: { entry: ToastEntry; onClose: () => void }) {
  const isDestructive = entry.variant === 'destructive';
  const Icon = isDestructive ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      open={entry.open}
      type="foreground"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className={cx(
        // Important: a modal dialog takes the pointer from what was there before it.
        'pointer-events-auto! flex animate-slide items-start gap-3 rounded-lg border-l-4 bg-surface p-3 shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        isDestructive ? 'border-bad-mark' : 'border-ok-mark',
      )}
    >
      <Icon
        aria-hidden
        className={cx('mt-0.5 size-4 shrink-0', isDestructive ? 'text-bad' : 'text-ok')}
      />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-semibold text-fg">{entry.title}</Radix.Title>
        {entry.description !== undefined && (
          <Radix.Description className="break-words text-fg-muted">
            <Untrusted
              text={entry.description}
              max={DESCRIPTION_CHARS}
              newlines="keep"
              expand="none"
            />
          </Radix.Description>
        )}
      </div>
      {entry.action && (
        <Radix.Action
          altText={entry.action.label}
          onClick={entry.action.run}
          className={buttonStyles({ size: 'sm' })}
        >
          {entry.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Dismiss"
        className="rounded-sm p-0.5 text-fg-faint hover:bg-raised hover:text-fg"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}

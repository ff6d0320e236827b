import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonStyles } from './button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Names what will happen to what. */
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'primary' | 'destructive';
  onConfirm: () => void;
}

/** Asks before something that cannot be taken back; Escape and the first focus are the safe side. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    text,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone = 'primary',
  } = props;
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-overlay" />
        <Radix.Content
          {...focusReturn}
          className="fixed inset-x-3 top-[20vh] z-50 mx-auto max-w-md animate-pop rounded-lg bg-surface p-5 shadow-float outline-none"
        >
          <Radix.Title className="text-base font-semibold text-fg">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-fg-muted">{text}</Radix.Description>
          <div className="mt-5 flex justify-end gap-2">
            <Radix.Cancel className={buttonStyles({ variant: 'secondary' })}>
              {cancelLabel}
            </Radix.Cancel>
            <Radix.Action
              className={buttonStyles({ variant: tone })}
              onClick={(event) => {
                event.preventDefault();
                props.onConfirm();
              }}
            >
              {confirmLabel}
            </Radix.Action>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm.tsx';
import { cx } from './cx.ts';
import { stayOpenForToasts } from './stay-open.ts';
import { useUnsaved } from './unsaved-forms.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One line under the title, also read out when the dialog opens. */
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Input that closing would lose: Escape, a click outside, `useDialogClose` and leaving the page ask first. */
  isDirty?: boolean;
  /** `bare`: what is in it fills the dialog and scrolls by itself; the title is only read out. */
  look?: 'titled' | 'bare';
  /** Under the scrolling body, at the right: the buttons. */
  footer?: ReactNode;
  children: ReactNode;
}

const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' } as const;
/** What takes input: the first of them has the focus when a dialog opens, not its Close button. */
const FIELDS = 'input, textarea, [role="combobox"]';
const CloseContext = createContext<() => void>(() => undefined);

/** What a Cancel button calls: closes the dialog around it, asking first where input would be lost. */
export function useDialogClose(): () => void {
  return useContext(CloseContext);
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'md', look = 'titled' } = props;
  const { isDirty = false, footer } = props;
  const [isAsking, setIsAsking] = useState(false);
  useUnsaved(open && isDirty);
  const focusReturn = useFocusReturn();
  const body = useRef<HTMLDivElement>(null);
  const requestClose = () => (isDirty ? setIsAsking(true) : onClose());
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && requestClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          {...focusReturn}
          onInteractOutside={stayOpenForToasts}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            const field = body.current?.querySelector<HTMLElement>(FIELDS);
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={cx(
            'fixed inset-x-3 top-[max(0.75rem,8vh)] z-40 mx-auto flex max-h-[min(84vh,calc(100vh-1.5rem))] animate-pop flex-col rounded-lg bg-surface shadow-float outline-none',
            WIDTHS[size],
          )}
        >
          <CloseContext value={requestClose}>
            {look === 'bare' ? (
              <Radix.Title className="sr-only">{title}</Radix.Title>
            ) : (
              <Heading title={title} description={description} />
            )}
            <div
              ref={body}
              className={cx(
                'min-h-0 flex-1',
                look === 'bare' ? 'flex flex-col' : 'overflow-y-auto px-5 py-4',
              )}
            >
              {props.children}
            </div>
            {footer !== undefined && (
              <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
                {footer}
              </div>
            )}
          </CloseContext>
        </Radix.Content>
      </Radix.Portal>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Discard what you entered?"
        text={`'${title}' has input that is not saved. Closing it loses that input.`}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        tone="destructive"
        onConfirm={() => {
          setIsAsking(false);
          onClose();
        }}
      />
    </Radix.Root>
  );
}

function Heading({ title, description }: Pick<DialogProps, 'title' | 'description'>) {
  return (
    // No <header> and no <footer>: outside of a section they would be landmarks of the page.
    <div className="flex items-start gap-4 border-b border-line px-5 py-3.5">
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-base font-semibold text-fg">{title}</Radix.Title>
        {description !== undefined && (
          <Radix.Description className="text-fg-muted">{description}</Radix.Description>
        )}
      </div>
      <Radix.Close
        aria-label="Close"
        className="-mr-1 rounded-sm p-1 text-fg-faint hover:bg-raised hover:text-fg"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </div>
  );
}

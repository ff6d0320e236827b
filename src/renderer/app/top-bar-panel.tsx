import { Popover } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';

interface TopBarPanelProps {
  /** The button that opens it. */
  trigger: ReactElement;
  title: string;
  /** Keeps it open while the work goes on beside it. */
  staysOpen?: boolean;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel under a button of the top bar; the page stays usable beside it. */
export function TopBarPanel({ trigger, title, staysOpen, actions, children }: TopBarPanelProps) {
  const titleId = useId();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-labelledby={titleId}
          onInteractOutside={(event) => {
            if (staysOpen) event.preventDefault();
          }}
          className="z-30 flex max-h-[70vh] w-88 max-w-[calc(100vw-1.5rem)] animate-pop flex-col rounded-lg bg-surface shadow-float outline-none"
        >
          <div className="flex min-h-11 items-center gap-2 border-b border-line pr-2 pl-4">
            <h2 id={titleId} className="min-w-0 flex-1 text-sm font-semibold text-fg">
              {title}
            </h2>
            {actions}
          </div>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

import { Popover } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { cx } from '../ui/cx.ts';

interface TopBarPanelProps {
  /** The button that opens it. */
  trigger: ReactElement;
  title: string;
  /** Keeps it open while the work goes on beside it. */
  staysOpen?: boolean;
  /** Where the panel is closed by what is in it. */
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  size?: 'md' | 'lg';
  align?: 'start' | 'end';
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel under a button of the top bar; the page stays usable beside it. */
export function TopBarPanel(props: TopBarPanelProps) {
  const {
    trigger,
    title,
    staysOpen,
    open,
    onOpenChange,
    size = 'md',
    align = 'end',
    actions,
    children,
  } = props;
  const titleId = useId();
  return (
    <Popover.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          aria-labelledby={titleId}
          onInteractOutside={(event) => {
            if (staysOpen) event.preventDefault();
          }}
          className={cx(
            'z-30 flex max-h-[min(40rem,calc(100vh-5rem))] max-w-[calc(100vw-1.5rem)] animate-pop flex-col rounded-lg bg-surface shadow-float outline-none',
            size === 'md' ? 'w-88' : 'w-112',
          )}
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

import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Untrusted } from './untrusted.tsx';

/** Names of views are others' words. */
const LABEL_CHARS = 120;

export interface MenuItem {
  readonly label: string;
  /** Where two may have the same label. */
  readonly id?: string;
  /** The label as it is drawn, where somebody else wrote it. */
  readonly shown?: ReactNode;
  /** One line under the label. */
  readonly note?: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** One button; it names the menu. */
  trigger: ReactElement;
  items: readonly MenuItem[];
}

export function Menu({ trigger, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <Radix.Root
      modal={false}
      onOpenChange={(isOpen) => isOpen && setContainer(placeOf(button.current))}
    >
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container ?? placeOf(button.current)}>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-pop overflow-y-auto rounded-md bg-surface p-1 shadow-float"
        >
          {items.map((item) => (
            <Radix.Item
              key={item.id ?? item.label}
              onSelect={item.onSelect}
              className="flex cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-fg outline-none select-none data-highlighted:bg-raised [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-fg-faint"
            >
              {item.icon}
              <span>
                <span className="block">
                  {item.shown ?? <Untrusted text={item.label} max={LABEL_CHARS} expand="none" />}
                </span>
                {item.note && (
                  <span className="block text-xs text-fg-muted">
                    <Untrusted text={item.note} max={LABEL_CHARS} expand="none" />
                  </span>
                )}
              </span>
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Within the dialog or the main landmark: what is outside of both is hard to find again. */
function placeOf(button: HTMLElement | null): HTMLElement | null {
  return button?.closest<HTMLElement>('[role="dialog"]') ?? document.getElementById('main');
}

import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { CONTROL_STYLES, type FieldControl } from './field.tsx';

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** What typing finds, where the label is not plain text. */
  readonly text?: string;
}

interface SelectProps<V extends string> extends Partial<FieldControl> {
  value: V;
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  /** Names the control where no `Field` around it does. */
  label?: string;
  isDisabled?: boolean;
  placeholder?: string;
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { value, onValueChange, options, label, isDisabled, placeholder, ...control } = props;
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as V)}
      disabled={isDisabled ?? false}
    >
      <Radix.Trigger
        {...control}
        aria-label={label}
        className={cx(
          CONTROL_STYLES,
          'flex h-8 items-center justify-between gap-2 text-left data-placeholder:text-fg-faint',
        )}
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-fg-faint" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-96 animate-pop overflow-hidden rounded-md bg-surface shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                {...(option.text === undefined ? {} : { textValue: option.text })}
                className="relative flex min-h-7 cursor-pointer items-center rounded-sm py-1 pr-2 pl-7 text-sm text-fg outline-none select-none data-highlighted:bg-raised"
              >
                <Radix.ItemIndicator className="absolute left-2">
                  <Check aria-hidden className="size-3.5 text-accent-text" />
                </Radix.ItemIndicator>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

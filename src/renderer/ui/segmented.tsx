import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Segment<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
  /** The icon alone is shown; the label is its name. */
  readonly isIconOnly?: boolean;
}

interface SegmentedProps<V extends string> {
  /** Names the choice. */
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  segments: readonly Segment<V>[];
  size?: 'sm' | 'md';
  isDisabled?: boolean;
}

/** One of a few, all in view; one stop of Tab, arrow keys choose. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, onValueChange, segments, size = 'md', isDisabled = false } = props;
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onValueChange(next as V)}
      disabled={isDisabled}
      className="inline-flex max-w-full shrink-0 flex-wrap rounded-md border border-line-strong/60 bg-sunken p-0.5"
    >
      {segments.map((segment) => (
        <RadioGroup.Item
          key={segment.value}
          value={segment.value}
          aria-label={segment.isIconOnly ? segment.label : undefined}
          title={segment.isIconOnly ? segment.label : undefined}
          className={cx(
            'inline-flex items-center justify-center gap-1.5 rounded-sm font-medium whitespace-nowrap text-fg-muted hover:text-fg disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-accent data-[state=checked]:text-accent-fg [&_svg]:size-4',
            size === 'sm' ? 'h-6 px-2 text-xs' : 'h-7 px-2.5 text-sm',
          )}
        >
          {segment.icon}
          {!segment.isIconOnly && segment.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

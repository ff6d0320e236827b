import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface TabsProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  className?: string;
  children: ReactNode;
}

/** `<Tabs><TabList><Tab/>…</TabList><TabPanel/>…</Tabs>`; arrow keys move between the tabs. */
export function Tabs<V extends string>({
  value,
  onValueChange,
  className,
  children,
}: TabsProps<V>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as V)}
      className={cx('flex min-w-0 flex-col', className)}
    >
      {children}
    </Radix.Root>
  );
}

/** Wraps where the window is narrow: a tab out of sight is a tab not found. */
export function TabList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Radix.List aria-label={label} className="flex shrink-0 flex-wrap gap-x-1 border-b border-line">
      {children}
    </Radix.List>
  );
}

interface TabProps {
  value: string;
  /** How many there are behind the tab. */
  count?: number;
  isDisabled?: boolean;
  children: ReactNode;
}

export function Tab({ value, count, isDisabled = false, children }: TabProps) {
  return (
    <Radix.Trigger
      value={value}
      disabled={isDisabled}
      className="-mb-px flex h-9 items-center gap-1.5 rounded-t-sm border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-fg-muted outline-offset-[-2px] hover:text-fg disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:border-accent-text data-[state=active]:text-fg [&_svg]:size-4"
    >
      {children}
      {count !== undefined && (
        <span className="rounded-full bg-raised px-1.5 text-xs text-fg-muted tabular-nums">
          {count.toLocaleString()}
        </span>
      )}
    </Radix.Trigger>
  );
}

interface TabPanelProps {
  value: string;
  className?: string;
  children: ReactNode;
}

/** In the page only while its tab is chosen. */
export function TabPanel({ value, className, children }: TabPanelProps) {
  return (
    <Radix.Content value={value} className={cx('min-w-0 pt-4', className)}>
      {children}
    </Radix.Content>
  );
}

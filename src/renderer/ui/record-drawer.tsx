import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Drawer } from './drawer.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loaded } from './loaded.tsx';
import { Skeleton } from './skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';
import { Untrusted } from './untrusted.tsx';

interface RecordDrawerProps<T> {
  query: Parameters<typeof Loaded<T>>[0]['query'];
  onClose: () => void;
  /** Names the drawer for assistive technology. */
  title: string;
  failed: string;
  /** Where there is no such record. */
  gone: { readonly title: string; readonly text: string };
  children: (record: T) => ReactNode;
}

/** One record over the window: loaded, or why it is not there. */
export function RecordDrawer<T>({
  query,
  onClose,
  title,
  failed,
  gone,
  children,
}: RecordDrawerProps<T>) {
  const isGone = query.error instanceof Error && query.error.message.startsWith('404: ');
  return (
    <Drawer open onClose={onClose} title={title}>
      {isGone ? (
        <EmptyState {...gone} action={<Button onClick={onClose}>Close</Button>} />
      ) : (
        <Loaded query={query} failed={failed} placeholder={<Skeleton className="m-6 h-64" />}>
          {children}
        </Loaded>
      )}
    </Drawer>
  );
}

interface RecordHeadProps {
  title: string;
  /** In one line under the title: badges and facts. */
  facts: ReactNode;
  children: ReactNode;
}

export function RecordHead({ title, facts, children }: RecordHeadProps) {
  return (
    <header className="flex flex-col gap-2 border-b border-line py-4 pr-14 pl-6">
      <h2 className="text-base font-semibold text-fg [overflow-wrap:anywhere]">
        <Untrusted text={title} max={300} expand="none" />
      </h2>
      <div className="flex flex-wrap items-center gap-2 text-fg-muted tabular-nums">{facts}</div>
      {children}
    </header>
  );
}

interface RecordView<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly count?: number;
  readonly content: ReactNode;
}

interface RecordViewsProps<V extends string> {
  label: string;
  view: V;
  onView: (view: V) => void;
  views: readonly RecordView<V>[];
}

/** What there is about a record, behind tabs that fill the drawer. */
export function RecordViews<V extends string>({ label, view, onView, views }: RecordViewsProps<V>) {
  return (
    <Tabs value={view} onValueChange={onView} className="min-h-0 flex-1 px-6 pt-2">
      <TabList label={label}>
        {views.map(({ value, label: name, count }) => (
          <Tab key={value} value={value} {...(count === undefined ? {} : { count })}>
            {name}
          </Tab>
        ))}
      </TabList>
      {views.map(({ value, content }) => (
        <TabPanel
          key={value}
          value={value}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-6"
        >
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Indicator } from '../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { indicatorColumns, seenColumn } from './indicator-columns.tsx';
import { indicatorsQuery } from './indicators/indicators.queries.ts';
import { IocBulk } from './indicators/ioc-bulk.tsx';
import { IocDrawer } from './indicators/ioc-drawer.tsx';
import { TlpBadge } from './indicators/ioc-parts.tsx';
import {
  IocFilters,
  type IocTool,
  IocToolDialog,
  IocTools,
  toolOf,
} from './indicators/ioc-tools.tsx';

const COLUMNS: readonly DataColumn<Indicator>[] = [
  ...indicatorColumns<Indicator>(),
  {
    ...{ id: 'score', header: 'Score', share: 0.5, minWidth: 88, align: 'end' },
    value: ({ score }) => score,
  },
  {
    ...{ id: 'tlp', header: 'TLP', share: 0.9, minWidth: 100 },
    value: ({ tlp }) => tlp,
    cell: ({ tlp }) => (tlp === null ? '—' : <TlpBadge tlp={tlp} />),
  },
  { id: 'source', header: 'Source', share: 1.2, minWidth: 90, value: ({ source }) => source },
  {
    ...{ id: 'investigation', header: 'Investigation', share: 1.6, minWidth: 110 },
    value: ({ investigation }) => investigation?.title ?? null,
    cell: ({ investigation }) =>
      investigation && (
        <Link
          to={`/forensics?investigation=${encodeURIComponent(investigation.id)}`}
          className="block truncate rounded-sm text-accent-text hover:underline"
        >
          <Untrusted text={investigation.title} max={120} expand="none" />
        </Link>
      ),
  },
  seenColumn('lastSeen', 'Last seen', ({ lastSeen }) => lastSeen),
  {
    ...seenColumn<Indicator>('expiresAt', 'Expires', ({ expiresAt }) => expiresAt),
    isHiddenAtFirst: true,
  },
  {
    ...{ id: 'state', header: 'State', share: 0.9, minWidth: 100 },
    value: ({ isActive, knownGood }) =>
      knownGood ? 'Known good' : isActive ? 'Active' : 'Not active',
    cell: ({ isActive, knownGood }) =>
      knownGood ? (
        <Badge tone="ok">Known good</Badge>
      ) : (
        <Badge tone={isActive ? 'accent' : 'neutral'}>{isActive ? 'Active' : 'Not active'}</Badge>
      ),
  },
];

const OPEN = 'ioc';
/** The dialog that is open: commands lead to it by the address. */
const TOOL = 'tool';
const NO_FILTER = {
  ...{ q: '', type: '', state: '', tlp: '', severity: '', order: '', investigation: '' },
};

/** Every indicator of the workspace: their life, and where they were seen. */
export function IocsTab() {
  const [params, setParams] = useAddressParams();
  const [filter, setFilter] = useState<typeof NO_FILTER>(NO_FILTER);
  const mayWrite = useMay('forensics.write');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteQuery(indicatorsQuery(useClient(), { ...filter, q: filter.q.trim() }));
  const open = (id: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete(OPEN);
      else next.set(OPEN, id);
      return next;
    });
  const tool = toolOf(params.get(TOOL), mayWrite);
  const setTool = (next: IocTool | null) =>
    setParams((now) => {
      const after = new URLSearchParams(now);
      if (next === null) after.delete(TOOL);
      else after.set(TOOL, next);
      return after;
    });
  if (list.isPending) return <Skeleton className="h-64 w-full" />;
  if (list.isError)
    return (
      <ErrorState
        title="Indicators could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  const { order: _, ...narrowing } = filter;
  const isFiltered = Object.values(narrowing).some((value) => value.trim() !== '');
  const total = list.data.pages[0]?.total ?? 0;
  const rows = list.data.pages.flatMap((page) => page.rows);
  const opened = params.get(OPEN);
  return (
    <div className="flex flex-col gap-3">
      <IocTools query={filter} chosen={[...chosen]} onTool={setTool} />
      <DataTable
        label="Indicators of compromise"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ value }) => value}
        storageKey="forensics-iocs"
        selection={{ ids: chosen, onChange: setChosen }}
        onOpen={({ id }) => open(id)}
        toolbar={
          chosen.size > 0 ? (
            <IocBulk
              ids={[...chosen]}
              onSweep={() => setTool('sweep')}
              onClear={() => setChosen(new Set())}
            />
          ) : (
            <IocFilters filter={filter} total={total} onFilter={setFilter} />
          )
        }
        empty={
          <EmptyState
            icon={<Fingerprint />}
            title="No indicators found"
            text={
              isFiltered
                ? 'No indicator matches your current filters.'
                : 'Investigations extract them from alerts and records.'
            }
          />
        }
      />
      {list.hasNextPage && (
        <Button
          className="self-start"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {tool !== null && (
        <IocToolDialog
          tool={tool}
          chosen={[...chosen]}
          query={filter}
          total={total}
          onClose={() => setTool(null)}
        />
      )}
      {opened !== null && (
        <IocDrawer key={opened} id={opened} onClose={() => open(null)} onOpen={open} />
      )}
    </div>
  );
}

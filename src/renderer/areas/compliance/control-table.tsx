import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { useNow } from '../../ui/use-now.ts';
import { controlColumns } from './control-columns.tsx';
import { hasFilter } from './controls.filter-url.ts';
import { controlPagesQuery, FIRST_CONTROLS } from './controls.queries.ts';
import type { ControlSelection } from './use-control-selection.ts';
import type { ControlsAddress } from './use-controls-address.ts';

/** The time counts by the minute here: columns made anew would be drawn anew. */
const MINUTE_MS = 60_000;

interface ControlTableProps {
  address: ControlsAddress;
  selection: ControlSelection;
  isAll: boolean;
  onShowAll: () => void;
  onCreate: () => void;
}

/** The first ten of a fresh view, everything on one click, all that match where something is filtered. */
export function ControlTable({
  address,
  selection,
  isAll,
  onShowAll,
  onCreate,
}: ControlTableProps) {
  const { filter, open } = address;
  const isFiltered = hasFilter(filter);
  const showsAll = isAll || isFiltered;
  const pages = useInfiniteQuery(controlPagesQuery(useClient(), filter, showsAll));
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const columns = useColumns(open);
  const mayWrite = useMay('compliance.write');
  if (pages.error && rows.length === 0) {
    return (
      <ErrorState
        title="Controls could not be loaded"
        error={pages.error}
        onRetry={() => void pages.refetch()}
      />
    );
  }
  if (!pages.data) return <Skeleton className="h-96 w-full" />;
  const total = pages.data.pages[0]?.total ?? rows.length;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <DataTable
        label="Controls"
        columns={columns}
        rows={rows}
        rowId={(control) => control.id}
        rowName={(control) => control.controlId}
        storageKey="controls"
        onOpen={({ id }) => open(id)}
        {...(mayWrite ? { selection: selection.asTable } : {})}
        toolbar={<Count shown={rows.length} total={total} />}
        className="max-h-[max(24rem,calc(100vh-22rem))]"
        empty={<NoControls address={address} onCreate={onCreate} />}
      />
      {!showsAll && total > rows.length && (
        <Button className="self-center" onClick={onShowAll}>
          Show all {total.toLocaleString()}
        </Button>
      )}
    </div>
  );
}

function Count({ shown, total }: { shown: number; total: number }) {
  const all = total === 1 ? '1 control' : `${total.toLocaleString()} controls`;
  return (
    <p className="text-fg-muted tabular-nums" role="status">
      {shown < total ? `First ${Math.max(shown, Math.min(total, FIRST_CONTROLS))} of ${all}` : all}
    </p>
  );
}

function useColumns(open: ControlsAddress['open']) {
  const { nameOf, all } = useAccounts();
  const zone = useTimeZone();
  const minute = Math.floor(useNow() / MINUTE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nameOf` and `open` are new at every render, and say the same as long as accounts are the same
  return useMemo(
    () => controlColumns({ nameOf, zone, now: minute * MINUTE_MS, onOpen: open }),
    [all, zone, minute],
  );
}

interface NoControlsProps {
  address: ControlsAddress;
  onCreate: () => void;
}

export function NoControls({ address, onCreate }: NoControlsProps): ReactNode {
  const mayWrite = useMay('compliance.write');
  const create = (
    <Button variant="primary" onClick={onCreate}>
      Create Control
    </Button>
  );
  return hasFilter(address.filter) ? (
    <EmptyState
      icon={<SearchX />}
      title="No Controls Found"
      text="No controls match your current filters."
      action={<Button onClick={address.clear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={<ShieldCheck />}
      title="No Controls Found"
      text="Adopt a framework, or create a control of your own."
      {...(mayWrite ? { action: create } : {})}
    />
  );
}

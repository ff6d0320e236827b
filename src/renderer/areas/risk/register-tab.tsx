import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, ShieldHalf } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RiskActionDialog } from './risk-action-dialog.tsx';
import { type RiskAction, riskColumns } from './risk-columns.tsx';
import { RiskFigures } from './risk-figures.tsx';
import { RiskFilters } from './risk-filters.tsx';
import { RiskMatrix } from './risk-matrix.tsx';
import { RiskTrendChart } from './risk-trend.tsx';
import { riskListQuery } from './risks.queries.ts';
import { isFiltered, NO_FILTER, useRiskAddress } from './use-risk-address.ts';

/** The register: figures, matrix and trend, and every risk with what can be done to it. */
export function RegisterTab() {
  return (
    <div className="flex flex-col gap-4">
      <RiskFigures />
      <div className="grid gap-4 xl:grid-cols-2">
        <RiskMatrix />
        <RiskTrendChart />
      </div>
      <Register />
    </div>
  );
}

function Register() {
  const mayWrite = useMay('risk.write');
  const { view, put } = useRiskAddress();
  const list = useInfiniteQuery(riskListQuery(useClient(), view));
  const [action, setAction] = useState<RiskAction | null>(null);
  const open = useCallback((id: string) => put({ risk: id }), [put]);
  const columns = useMemo(
    () => riskColumns({ mayWrite, onOpen: open, onAction: setAction }),
    [mayWrite, open],
  );
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? rows.length;
  if (list.isError && !list.data)
    return (
      <ErrorState
        title="The risks could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  if (list.isPending)
    return (
      <div role="status" className="flex flex-col gap-2">
        <p className="text-fg-muted">Loading risks...</p>
        <Skeleton className="h-64 w-full" />
      </div>
    );
  const add = mayWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => put({ add: '1' })}>
      Add Risk
    </Button>
  );
  return (
    <>
      <DataTable
        label="Risk Register"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        storageKey="risk-register"
        onOpen={({ id }) => open(id)}
        className="max-h-[65vh]"
        toolbar={<RiskFilters view={view} put={put} total={total} />}
        empty={
          <EmptyState
            icon={<ShieldHalf />}
            title="No Risks Found"
            text={
              isFiltered(view)
                ? 'No risk matches your current filters.'
                : 'Add the first risk to begin the register.'
            }
            action={
              isFiltered(view) ? (
                <Button onClick={() => put(NO_FILTER)}>Show all risks</Button>
              ) : (
                add || undefined
              )
            }
          />
        }
      />
      {list.hasNextPage && (
        <Button
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="self-center"
        >
          {list.isFetchingNextPage
            ? 'Loading risks...'
            : `Show more (${rows.length.toLocaleString()} of ${total.toLocaleString()})`}
        </Button>
      )}
      <RiskActionDialog action={action} onClose={() => setAction(null)} />
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { policyListQuery } from './policies.queries.ts';
import { policyColumns } from './policy-columns.tsx';
import { CreatePolicyDialog } from './policy-create-dialog.tsx';
import { PolicyDrawer } from './policy-drawer.tsx';
import { PolicyExchangeMenu } from './policy-exchange-menu.tsx';
import { PolicyFigures } from './policy-figures.tsx';
import { PolicyFilters } from './policy-filters.tsx';
import { type PolicyAddress, usePolicyAddress } from './use-policy-address.ts';

/** Every policy: figures, list, one in full, and the way in for more. */
export function RepositoryTab() {
  const address = usePolicyAddress();
  const { openId, isCreating, put } = address;
  const mayWrite = useMay('policies.write');
  const open = useCallback((id: string) => put({ policy: id }), [put]);
  return (
    <div className="flex flex-col gap-4">
      <PolicyFigures />
      <Repository address={address} onOpen={open} />
      {isCreating && mayWrite && (
        <CreatePolicyDialog
          onClose={() => put({ create: '' })}
          onCreated={(id) => put({ create: '', policy: id })}
        />
      )}
      {openId !== null && (
        <PolicyDrawer key={openId} id={openId} onClose={() => put({ policy: '' })} />
      )}
    </div>
  );
}

interface RepositoryProps {
  address: PolicyAddress;
  onOpen: (id: string) => void;
}

function Repository({ address, onOpen }: RepositoryProps) {
  const { view, put } = address;
  const list = useInfiniteQuery(policyListQuery(useClient(), view));
  const mayWrite = useMay('policies.write');
  const columns = useMemo(() => policyColumns(onOpen), [onOpen]);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? rows.length;
  const create = mayWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => put({ create: '1' })}>
      Create Policy
    </Button>
  );
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="The policies could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.isPending) return <Loading />;
  const isFiltered = Object.keys(view).length > 0;
  return (
    <section aria-label="Policy Repository" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold text-fg">Policy Repository</h2>
        {mayWrite && <PolicyExchangeMenu />}
        {create}
      </div>
      <DataTable
        label="Policy Repository"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        storageKey="policy-repository"
        onOpen={({ id }) => onOpen(id)}
        className="max-h-[60vh]"
        toolbar={<PolicyFilters address={address} total={total} />}
        empty={
          <EmptyState
            icon={<FileText />}
            title="No Policies Found"
            text={
              isFiltered
                ? 'No policy matches your current filters.'
                : 'Write the first one, begin with a template, or import a document.'
            }
            action={isFiltered ? undefined : create || undefined}
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
            ? 'Loading...'
            : `Show more (${rows.length.toLocaleString()} of ${total.toLocaleString()})`}
        </Button>
      )}
    </section>
  );
}

function Loading() {
  return (
    <div role="status" className="relative">
      <Skeleton className="h-64 w-full" />
      <p className="absolute inset-0 flex items-center justify-center text-fg-muted">
        Loading policies...
      </p>
    </div>
  );
}

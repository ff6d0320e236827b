import { useInfiniteQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConcentrationCard } from './concentration-card.tsx';
import { useVendorAddress, type VendorAddress } from './use-vendor-address.ts';
import { VendorDrawer } from './vendor-drawer.tsx';
import { VendorFigureCards } from './vendor-figures.tsx';
import { VendorFilters } from './vendor-filters.tsx';
import { VendorList } from './vendor-list.tsx';
import { VendorMatrix } from './vendor-matrix.tsx';
import { vendorListQuery } from './vendors.queries.ts';

/** Everybody we buy from: figures, list, one vendor in full, when reviews are due, who is shared. */
export function RegistryTab() {
  const address = useVendorAddress();
  const { openId, put } = address;
  const open = useCallback((id: string) => put({ vendor: id }), [put]);
  const isLoading = useInfiniteQuery(vendorListQuery(useClient(), address.view)).isPending;
  return (
    <div className="flex flex-col gap-4">
      <VendorFigureCards />
      <Registry address={address} onOpen={open} />
      {/* Under a list that is not there yet it would have to move. */}
      {!isLoading && (
        <div className="grid gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <VendorMatrix />
          <ConcentrationCard onOpen={open} />
        </div>
      )}
      {openId !== null && (
        <VendorDrawer key={openId} id={openId} onOpen={open} onClose={() => put({ vendor: '' })} />
      )}
    </div>
  );
}

interface RegistryProps {
  address: VendorAddress;
  onOpen: (id: string) => void;
}

function Registry({ address, onOpen }: RegistryProps) {
  const { view, put } = address;
  const list = useInfiniteQuery(vendorListQuery(useClient(), view));
  const mayWrite = useMay('vendors.write');
  const vendors = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? vendors.length;
  const { fetchNextPage, isFetchingNextPage } = list;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="The vendors could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.isPending) return <Loading />;
  const isFiltered = Object.keys(view).length > 0;
  return (
    <section aria-label="Registry" className="flex min-w-0 flex-col gap-2">
      <VendorFilters address={address} total={total} />
      {vendors.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState
            icon={<Building2 />}
            title="No Vendors Found"
            text={
              isFiltered
                ? 'No vendor matches your current filters.'
                : 'Add the companies that you buy software, services or hardware from.'
            }
            action={
              mayWrite && !isFiltered ? (
                <Button
                  variant="primary"
                  icon={<Plus aria-hidden />}
                  onClick={() => put({ add: '1' })}
                >
                  Add First Vendor
                </Button>
              ) : undefined
            }
          />
        </div>
      ) : (
        <VendorList
          vendors={vendors}
          total={total}
          hasMore={list.hasNextPage}
          onMore={more}
          onOpen={onOpen}
        />
      )}
    </section>
  );
}

function Loading() {
  return (
    <div role="status" className="relative">
      <Skeleton className="h-64 w-full" />
      <p className="absolute inset-0 flex items-center justify-center text-fg-muted">
        Loading vendors...
      </p>
    </div>
  );
}

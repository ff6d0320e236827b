import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { useMemo } from 'react';
import {
  REASSESSMENT_STATE_LABELS,
  REASSESSMENT_STATES,
  type ReassessmentState,
} from '../../../shared/areas/vendors/reassessments.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { reassessmentColumns } from './reassessment-columns.tsx';
import { ReassessmentDialog } from './reassessment-dialog.tsx';
import { reassessmentCountsQuery, reassessmentListQuery } from './vendor-assessments.queries.ts';

const RUNNING = 'running';
type Shown = ReassessmentState | typeof RUNNING;

/** What alerts and indicators said about vendors, and what became of it. */
export function ReassessmentsTab() {
  const client = useClient();
  const [params, setParams] = useAddressParams();
  const shown: Shown = REASSESSMENT_STATES.find((one) => one === params.get('state')) ?? RUNNING;
  const counts = useQuery(reassessmentCountsQuery(client)).data;
  const list = useInfiniteQuery(
    reassessmentListQuery(client, { state: shown === RUNNING ? 'OPEN,IN_REVIEW' : shown }),
  );
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const openId = params.get('task');
  const put = (name: string, value: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="The reassessments could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  const count = (value: Shown) =>
    counts && (value === RUNNING ? counts.OPEN + counts.IN_REVIEW : counts[value]);
  const segments = [RUNNING, ...REASSESSMENT_STATES].map((value) => {
    const label =
      value === RUNNING ? 'To do' : REASSESSMENT_STATE_LABELS[value as ReassessmentState];
    return { value: value as Shown, label: `${label} ${count(value as Shown) ?? ''}`.trim() };
  });
  return (
    <>
      {list.isPending ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <DataTable
          label="Reassessments"
          columns={reassessmentColumns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ vendorName }) => `Reassessment of ${vendorName}`}
          storageKey="vendor-reassessments"
          onOpen={({ id }) => put('task', id)}
          className="max-h-[70vh]"
          toolbar={
            <div className="flex flex-wrap items-center gap-2">
              <Segmented
                label="Reassessments shown"
                size="sm"
                value={shown}
                segments={segments}
                onValueChange={(value) => put('state', value === RUNNING ? null : value)}
              />
              {list.hasNextPage && (
                <Button
                  size="sm"
                  disabled={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  Load more
                </Button>
              )}
            </div>
          }
          empty={
            <EmptyState
              icon={<Radar />}
              title="No Reassessments"
              text="Alerts and indicators that touch a vendor's domains, addresses or software ask for one here."
            />
          }
        />
      )}
      {openId !== null && <ReassessmentDialog id={openId} onClose={() => put('task', null)} />}
    </>
  );
}

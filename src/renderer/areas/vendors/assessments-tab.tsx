import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { useMemo } from 'react';
import {
  ASSESSMENT_STATE_LABELS,
  ASSESSMENT_STATES,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { assessmentColumns } from './assessment-columns.tsx';
import { AssessmentCoverage } from './assessment-coverage.tsx';
import { AssessmentDialog } from './assessment-dialog.tsx';
import { useToday } from './use-today.ts';
import {
  type AssessmentView,
  assessmentListQuery,
  assessmentSummaryQuery,
} from './vendor-assessments.queries.ts';
import { share } from './vendor-assessments.text.ts';

const ANY = 'any';
const VALIDITIES = ['valid', 'expiring', 'expired'] as const;
const RUNNING = 'DRAFT,SENT,ANSWERED,REVIEWED';
const OPTIONS = [
  { value: ANY, label: 'All assessments' },
  { value: RUNNING, label: 'Under way' },
  ...ASSESSMENT_STATES.map((value) => ({ value, label: ASSESSMENT_STATE_LABELS[value] })),
  { value: 'valid', label: 'Valid' },
  { value: 'expiring', label: 'Expires within 30 days' },
  { value: 'expired', label: 'Expired' },
];
const BASE = '/vendors?tab=assessments';

function viewOf(params: URLSearchParams): AssessmentView {
  const validity = VALIDITIES.find((one) => one === params.get('validity'));
  const states = (params.get('state') ?? '')
    .split(',')
    .filter((state) => ASSESSMENT_STATES.some((one) => one === state));
  if (validity) return { validity };
  return states.length > 0 ? { state: states.join(',') } : {};
}

/** All assessments, what is under way, what expires, and how much of each tier is covered. */
export function AssessmentsTab() {
  const client = useClient();
  const today = useToday();
  const [params, setParams] = useAddressParams();
  const view = viewOf(params);
  const list = useInfiniteQuery(assessmentListQuery(client, view));
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const columns = useMemo(() => assessmentColumns(today), [today]);
  const openId = params.get('assessment');
  const put = (changes: Readonly<Record<string, string | null>>) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="The assessments could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  const total = list.data?.pages[0]?.total ?? null;
  return (
    <div className="flex flex-col gap-4">
      <Figures />
      {list.isPending ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <DataTable
          label="Assessments"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ vendorName }) => `Assessment of ${vendorName}`}
          storageKey="vendor-assessments"
          onOpen={({ id }) => put({ assessment: id })}
          className="max-h-[70vh]"
          toolbar={
            <div className="flex flex-wrap items-center gap-2">
              <div className="w-56">
                <Select
                  label="Assessments shown"
                  value={view.validity ?? view.state ?? ANY}
                  options={OPTIONS}
                  onValueChange={(value) => {
                    const isValidity = VALIDITIES.some((one) => one === value);
                    put({
                      state: value === ANY || isValidity ? null : value,
                      validity: isValidity ? value : null,
                    });
                  }}
                />
              </div>
              <p className="text-xs text-fg-muted tabular-nums">
                {total === null ? '' : `${total.toLocaleString()} in all`}
              </p>
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
              icon={<ClipboardCheck />}
              title="No Assessments"
              text="Open a vendor and begin an assessment: its questionnaire goes out as a workbook and comes back the same way."
            />
          }
        />
      )}
      {openId !== null && (
        <AssessmentDialog id={openId} onClose={() => put({ assessment: null })} />
      )}
    </div>
  );
}

function Figures() {
  const { data, isPending } = useQuery(assessmentSummaryQuery(useClient()));
  const sum = (pick: (one: { vendors: number; assessed: number }) => number) =>
    data?.coverage.reduce((all, one) => all + pick(one), 0) ?? 0;
  const vendors = sum((one) => one.vendors);
  const assessed = sum((one) => one.assessed);
  const running = data
    ? data.states.DRAFT + data.states.SENT + data.states.ANSWERED + data.states.REVIEWED
    : null;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Stat
          label="Validly assessed"
          value={data ? share(assessed, vendors) : null}
          note={`${assessed} of ${vendors} vendors`}
          to={`${BASE}&validity=valid`}
          loading={isPending}
        />
        <Stat
          label="Under way"
          value={running}
          note={data ? `${data.states.ANSWERED} to review` : undefined}
          to={`${BASE}&state=${RUNNING}`}
          loading={isPending}
        />
        <Stat
          label="Expire within 30 days"
          value={data?.expiring ?? null}
          to={`${BASE}&validity=expiring`}
          loading={isPending}
        />
        <Stat
          label="Expired"
          value={data?.expired ?? null}
          to={`${BASE}&validity=expired`}
          loading={isPending}
        />
      </div>
      {data && <AssessmentCoverage coverage={data.coverage} />}
    </>
  );
}

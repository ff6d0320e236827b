import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarCheck, ListChecks } from 'lucide-react';
import { useMemo, useState } from 'react';
import type {
  DueRiskReview,
  OpenRiskTask,
} from '../../../shared/areas/risk/risks.treatment.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RiskReviewDialog } from './risk-review-dialog.tsx';
import { dueReviewsQuery, openTasksQuery } from './risks.queries.ts';
import { countText } from './risks.text.ts';
import { reviewColumns, taskColumns } from './treatment-columns.tsx';
import { useRiskAddress } from './use-risk-address.ts';

/** What is to be done over the whole register: open tasks, and reviews that are due. */
export function TreatmentTab() {
  return (
    <div className="flex flex-col gap-6">
      <OpenTasks />
      <DueReviews />
    </div>
  );
}

function OpenTasks() {
  const { put } = useRiskAddress();
  const mayWrite = useMay('risk.write');
  const list = useInfiniteQuery(openTasksQuery(useClient()));
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const columns = useMemo(
    () => taskColumns({ mayWrite, onOpen: (risk) => put({ risk }) }),
    [mayWrite, put],
  );
  return (
    <Section title="Open treatment tasks" list={list}>
      <DataTable<OpenRiskTask>
        label="Open treatment tasks"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        storageKey="risk-open-tasks"
        onOpen={({ risk }) => put({ risk: risk.id })}
        className="max-h-[45vh]"
        toolbar={<Counts rows={rows} total={list.data?.pages[0]?.total} word="open task" />}
        empty={
          <EmptyState
            icon={<ListChecks />}
            title="No open tasks"
            text="Tasks are added to a risk where it is opened."
          />
        }
      />
    </Section>
  );
}

function DueReviews() {
  const { put } = useRiskAddress();
  const mayWrite = useMay('risk.write');
  const list = useInfiniteQuery(dueReviewsQuery(useClient()));
  const [reviewing, setReviewing] = useState<DueRiskReview | null>(null);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const columns = useMemo(
    () => reviewColumns({ mayWrite, onOpen: (risk) => put({ risk }), onReview: setReviewing }),
    [mayWrite, put],
  );
  return (
    <Section title="Reviews due within 30 days" list={list}>
      <DataTable<DueRiskReview>
        label="Reviews due within 30 days"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        storageKey="risk-due-reviews"
        onOpen={({ id }) => put({ risk: id })}
        className="max-h-[45vh]"
        toolbar={<Counts rows={rows} total={list.data?.pages[0]?.total} word="review" />}
        empty={
          <EmptyState
            icon={<CalendarCheck />}
            title="No reviews due"
            text="A risk with a review cadence stands here a month before its day."
          />
        }
      />
      {reviewing && <RiskReviewDialog risk={reviewing} onClose={() => setReviewing(null)} />}
    </Section>
  );
}

interface CountsProps {
  rows: readonly { readonly isOverdue: boolean }[];
  total: number | null | undefined;
  word: string;
}

function Counts({ rows, total, word }: CountsProps) {
  const overdue = rows.filter(({ isOverdue }) => isOverdue).length;
  return (
    <p className="flex items-center gap-2 text-xs text-fg-muted tabular-nums">
      {countText(total ?? rows.length, word)}
      {overdue > 0 && <Badge tone="bad">{overdue.toLocaleString()} overdue</Badge>}
    </p>
  );
}

interface SectionProps {
  title: string;
  list: {
    readonly isError: boolean;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
  children: React.ReactNode;
}

function Section({ title, list, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold text-fg">{title}</h2>
      {list.isError && list.isPending ? (
        <ErrorState
          title="This could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : list.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        children
      )}
      {list.hasNextPage && (
        <Button
          className="self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

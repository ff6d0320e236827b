import { useInfiniteQuery } from '@tanstack/react-query';
import { Microscope } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Investigation } from '../../../shared/areas/forensics/investigations.contract.ts';
import {
  INVESTIGATION_STATUS_LABELS,
  INVESTIGATION_STATUSES,
  INVESTIGATION_TYPE_LABELS,
} from '../../../shared/areas/forensics/investigations.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams, useSearchText } from '../../ui/use-address-params.ts';
import { investigationsQuery } from './forensics.queries.ts';
import { PriorityBadge, RunBadge, StatusBadge, VerdictBadge } from './investigation-badges.tsx';
import { ClosedCases } from './restricted/closed-cases.tsx';
import { RestrictedBadge } from './restricted/restricted-badge.tsx';

const ANY = 'ANY';
const STATUS_OPTIONS = [
  { value: ANY, label: 'All Statuses' },
  ...INVESTIGATION_STATUSES.map((value) => ({ value, label: INVESTIGATION_STATUS_LABELS[value] })),
];
const SEARCH_MAX = 200;

interface InvestigationListProps {
  onOpen: (id: string) => void;
  newButton: ReactNode;
}

export function InvestigationList({ onOpen, newButton }: InvestigationListProps) {
  const [params, setParams] = useAddressParams();
  const status = INVESTIGATION_STATUSES.find((one) => one === params.get('status')) ?? null;
  const q = (params.get('q') ?? '').slice(0, SEARCH_MAX);
  const put = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const [typed, type] = useSearchText(q, (text) => put('q', text.trimStart().slice(0, SEARCH_MAX)));
  const list = useInfiniteQuery(investigationsQuery(useClient(), { status, q: q.trim() }));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = list.data?.pages[0]?.total ?? null;
  const isFiltered = status !== null || q.trim() !== '';
  return (
    <div className="flex flex-col gap-3">
      <search className="flex flex-wrap items-center gap-2">
        <span className="w-72 max-w-full">
          <Input
            type="search"
            aria-label="Search investigations"
            placeholder="Search investigations..."
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </span>
        <span className="w-44">
          <Select
            label="Status"
            value={status ?? ANY}
            options={STATUS_OPTIONS}
            onValueChange={(value) => put('status', value === ANY ? '' : value)}
          />
        </span>
        {total !== null && (
          <span className="text-fg-muted tabular-nums">
            {total === 1 ? '1 investigation' : `${total.toLocaleString()} investigations`}
          </span>
        )}
      </search>
      <ClosedCases />
      {list.isPending && <Skeleton className="h-64 w-full" />}
      {list.isError && (
        <ErrorState
          title="Investigations could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isSuccess && rows.length === 0 && (
        <Card>
          <EmptyState
            icon={<Microscope />}
            title="No investigations found"
            text={
              isFiltered
                ? 'No investigation matches your current filters.'
                : 'Start a new AI investigation to examine an incident or an alert.'
            }
            action={isFiltered ? undefined : newButton}
          />
        </Card>
      )}
      <ul aria-label="Investigations" className="flex flex-col gap-2">
        {rows.map((row) => (
          <Row key={row.id} row={row} onOpen={onOpen} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="self-start"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

function Row({ row, onOpen }: { row: Investigation; onOpen: (id: string) => void }) {
  const isRunning = row.run?.state === 'RUNNING';
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <span className="flex flex-wrap items-center gap-1.5">
          <PriorityBadge severity={row.priority} />
          <StatusBadge status={row.status} />
          <RunBadge run={row.run} closedAt={row.closedAt} />
          {row.verdict !== null && <VerdictBadge verdict={row.verdict} />}
          {row.isRestricted && <RestrictedBadge />}
        </span>
        <span className="ml-auto text-xs text-fg-muted">
          <DateTime value={row.createdAt} />
        </span>
      </div>
      <h2 className="mt-1.5">
        <button
          type="button"
          onClick={() => onOpen(row.id)}
          className="rounded-sm text-left font-semibold text-fg hover:text-accent-text hover:underline"
        >
          <Untrusted text={row.title} max={200} expand="none" />
        </button>
      </h2>
      <p className="mt-0.5 line-clamp-2 text-fg-muted">
        <Untrusted text={row.description} max={300} expand="none" />
      </p>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-fg-muted">
        <Fact name="Incident">
          <Untrusted text={row.incidentId} max={60} expand="none" />
        </Fact>
        {row.investigationType && (
          <Fact name="Type">{INVESTIGATION_TYPE_LABELS[row.investigationType]}</Fact>
        )}
        {row.investigator && (
          <Fact name="Investigator">
            <Untrusted text={row.investigator.name} max={60} expand="none" />
          </Fact>
        )}
        <Fact name="Findings">{row.findings.length.toLocaleString()}</Fact>
        <Fact name="Indicators">{row.iocs.length.toLocaleString()}</Fact>
      </dl>
      {row.status !== 'COMPLETED' && (row.aiProgress > 0 || isRunning) && (
        <div className="mt-2 flex items-center gap-3">
          <Progress
            label={`Progress of ${row.title.slice(0, 60)}`}
            value={row.aiProgress / 100}
            className="flex-1"
          />
          <span className="text-xs text-fg-muted tabular-nums">{row.aiProgress} %</span>
        </div>
      )}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="text-fg tabular-nums">{children}</dd>
    </div>
  );
}

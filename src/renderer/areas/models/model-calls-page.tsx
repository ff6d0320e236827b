import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import {
  CALL_TASKS,
  FAILURE_LABELS,
  type ModelCallListed,
  modelCallsContract,
} from '../../../shared/areas/models/model-calls.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonStyles } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ModelCallDrawer } from './model-call-drawer.tsx';
import { type CallsView, modelCallsQuery } from './models.queries.ts';
import { TASK_LABELS } from './models.text.ts';

const OUTCOMES = [
  { value: 'all', label: 'Every outcome' },
  { value: 'answered', label: 'Answered' },
  { value: 'failed', label: 'Failed' },
] as const;
const TASKS = [
  { value: 'all', label: 'Every task' },
  ...CALL_TASKS.map((value) => ({ value, label: TASK_LABELS[value] })),
] as const;

function Outcome({ call }: { call: ModelCallListed }) {
  if (call.failure) return <Badge tone="bad">{FAILURE_LABELS[call.failure]}</Badge>;
  if (call.finish === null) return <Badge tone="accent">Under way</Badge>;
  return call.verification?.discarded ? (
    <Badge tone="warn">Discarded</Badge>
  ) : (
    <Badge tone="ok">Answered</Badge>
  );
}

const COLUMNS: readonly DataColumn<ModelCallListed>[] = [
  {
    id: 'at',
    header: 'When',
    value: ({ at }) => at,
    cell: ({ at }) => <DateTime value={at} />,
    minWidth: 110,
    isFixed: true,
  },
  {
    id: 'task',
    header: 'Task',
    value: ({ task }) => TASK_LABELS[task],
    cell: (call) => (
      <Link
        to={`/settings/models/calls?call=${call.id}`}
        className="block truncate text-accent-text hover:underline"
      >
        {TASK_LABELS[call.task]}
      </Link>
    ),
    minWidth: 120,
    share: 1,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    value: ({ failure, finish }) => failure ?? finish ?? '',
    cell: (call) => <Outcome call={call} />,
    minWidth: 120,
  },
  {
    id: 'model',
    header: 'Model',
    value: ({ model }) => model,
    cell: ({ model }) => <Untrusted text={model} expand="none" className="block truncate" />,
    minWidth: 110,
    share: 1,
  },
  figure('sent', 'Sent', ({ tokensSent }) => tokensSent, 'Tokens sent'),
  figure('received', 'Received', ({ tokensReceived }) => tokensReceived, 'Tokens received'),
  figure('ms', 'ms', ({ durationMs }) => durationMs, 'Milliseconds'),
];

function figure(
  id: string,
  header: string,
  value: (call: ModelCallListed) => number | null,
  title: string,
): DataColumn<ModelCallListed> {
  return {
    id,
    header,
    value,
    cell: (call) => {
      const shown = value(call);
      return shown === null ? (
        <NoFigure />
      ) : (
        <span className="tabular-nums" title={title}>
          {shown.toLocaleString()}
        </span>
      );
    },
    minWidth: 84,
    align: 'end',
  };
}

/** Every call to a model, also those that were stopped before a byte left. */
export function ModelCallsPage() {
  if (!useMay('workspace.manage'))
    return (
      <EmptyState
        title="For administrators"
        text="Only an administrator sees what was sent to a model."
      />
    );
  return <Log />;
}

function Log() {
  const [params, putParams] = useAddressParams();
  const view: CallsView = {
    task: CALL_TASKS.find((task) => task === params.get('task')) ?? 'all',
    outcome: OUTCOMES.find(({ value }) => value === params.get('outcome'))?.value ?? 'all',
  };
  const calls = useInfiniteQuery(modelCallsQuery(useClient(), view));
  const rows = useMemo(() => calls.data?.pages.flatMap((page) => page.rows) ?? [], [calls.data]);
  const put = (name: string, value: string | null) =>
    putParams((now) => {
      if (value === null || value === 'all') now.delete(name);
      else now.set(name, value);
      return now;
    });
  return (
    <>
      <LogHead />
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Task"
          value={view.task}
          options={TASKS}
          onValueChange={(task) => put('task', task)}
        />
        <Select
          label="Outcome"
          value={view.outcome}
          options={OUTCOMES}
          onValueChange={(outcome) => put('outcome', outcome)}
        />
      </div>
      {calls.isPending ? (
        <Skeleton className="h-64 w-full" />
      ) : calls.isError ? (
        <ErrorState
          title="The log could not be read"
          error={calls.error}
          onRetry={() => void calls.refetch()}
          isRetrying={calls.isFetching}
        />
      ) : (
        <DataTable
          label="Calls to models"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ task }) => TASK_LABELS[task]}
          onOpen={({ id }) => put('call', id)}
          storageKey="model-calls"
          className="max-h-160"
          empty={
            <EmptyState
              title="No calls"
              text="What is sent to a model is listed here, call by call."
            />
          }
        />
      )}
      {calls.hasNextPage && (
        <Button
          className="self-center"
          disabled={calls.isFetchingNextPage}
          onClick={() => void calls.fetchNextPage()}
        >
          Show older calls
        </Button>
      )}
      <ModelCallDrawer
        id={params.get('call')}
        onShow={(id) => put('call', id)}
        onClose={() => put('call', null)}
      />
    </>
  );
}

function LogHead() {
  const host = useHost();
  const sayError = useErrorToast();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Link to="/settings/models" className={buttonStyles({ variant: 'ghost', size: 'sm' })}>
        <ArrowLeft aria-hidden className="size-4" />
        Models
      </Link>
      <Button
        size="sm"
        icon={<Download aria-hidden />}
        onClick={() =>
          host.saveAs(modelCallsContract.exportAll.path, 'model-calls.ndjson').catch(sayError)
        }
      >
        Export log
      </Button>
    </div>
  );
}

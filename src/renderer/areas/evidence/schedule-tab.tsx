import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  type CollectionTask,
  collectionContract,
} from '../../../shared/areas/evidence/collection.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { tasksQuery } from './collection.queries.ts';
import { scheduleColumns } from './schedule-columns.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { type TaskAction, TaskDialogs } from './task-dialogs.tsx';

const TASK_PARAM = 'task';

/** What evidence is collected how often, by whom or by what, and what is late. */
export function ScheduleTab() {
  const tasks = useQuery(tasksQuery(useClient()));
  const mayWrite = useMay('evidence.write');
  const [params, setParams] = useAddressParams();
  const [action, setAction] = useState<TaskAction | null>(null);
  const openId = params.get(TASK_PARAM);
  const open = (id: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete(TASK_PARAM);
      else next.set(TASK_PARAM, id);
      return next;
    });
  const columns = useMemo(() => scheduleColumns({ mayWrite, onAction: setAction }), [mayWrite]);
  const rows = useMemo(() => tasks.data?.rows ?? [], [tasks.data]);
  if (tasks.isError && !tasks.data) {
    return (
      <ErrorState
        title="The collection schedule could not be loaded"
        error={tasks.error}
        onRetry={() => void tasks.refetch()}
        isRetrying={tasks.isFetching}
      />
    );
  }
  if (tasks.isPending) return <Skeleton className="h-64 w-full" />;
  const add = mayWrite && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setAction({ type: 'add' })}
    >
      Add Task
    </Button>
  );
  return (
    <>
      <DataTable
        label="Collection schedule"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        sort={{ id: 'due', direction: 'ascending' }}
        storageKey="collection-schedule"
        onOpen={({ id }) => open(id)}
        toolbar={
          <div className="flex flex-wrap items-center gap-2">
            {rows.length > 0 && add}
            <CalendarButton />
            <p className="text-xs text-fg-muted tabular-nums">{summaryOf(rows)}</p>
          </div>
        }
        className="max-h-[70vh]"
        empty={
          <EmptyState
            icon={<CalendarDays />}
            title="No Collection Tasks"
            text="Say what evidence is needed how often: its owner is reminded, and what Watchfloor can collect by itself it collects."
            action={add}
          />
        }
      />
      <TaskDialog
        task={rows.find(({ id }) => id === openId) ?? null}
        onClose={() => open(null)}
        onAction={setAction}
      />
      <TaskDialogs action={action} onClose={() => setAction(null)} />
    </>
  );
}

function summaryOf(rows: readonly CollectionTask[]): string {
  const count = (state: CollectionTask['state']) =>
    rows.filter((task) => task.state === state).length;
  const tasks = rows.length === 1 ? '1 task' : `${rows.length.toLocaleString()} tasks`;
  return `${tasks}, ${count('overdue')} overdue, ${count('due')} due today, ${count('soon')} within 30 days`;
}

/** Due days and expiries with their reminders, for the calendar that people look at anyway. */
function CalendarButton() {
  const host = useHost();
  const fail = useErrorToast();
  const save = () =>
    host.saveAs(endpointPath(collectionContract.calendar), 'watchfloor-evidence.ics').catch(fail);
  return (
    <Button icon={<CalendarPlus aria-hidden />} onClick={() => void save()}>
      Calendar file (.ics)
    </Button>
  );
}

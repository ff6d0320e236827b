import { FilePlus2, MoreHorizontal, Pause, Pencil, Play, SkipForward, Trash2 } from 'lucide-react';
import type { CollectionTask } from '../../../shared/areas/evidence/collection.contract.ts';
import {
  CADENCE_LABELS,
  COLLECTOR_LABELS,
  RUN_OUTCOME_LABELS,
} from '../../../shared/areas/evidence/collection.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { useNow } from '../../ui/use-now.ts';
import { dueText, localToday, STATE_TONES } from './collection.text.ts';
import type { TaskAction } from './task-dialogs.tsx';

interface ColumnsInput {
  mayWrite: boolean;
  onAction: (action: TaskAction) => void;
}

export function scheduleColumns({
  mayWrite,
  onAction,
}: ColumnsInput): DataColumn<CollectionTask>[] {
  return [
    {
      id: 'task',
      header: 'Task',
      value: ({ title }) => title,
      cell: ({ title }) => <Untrusted text={title} max={120} expand="none" />,
      share: 3,
      minWidth: 180,
      isFixed: true,
    },
    {
      id: 'due',
      header: 'Next due',
      value: ({ nextDue, isActive }) => (isActive ? nextDue : `9999-${nextDue}`),
      cell: (task) => <DueCell task={task} />,
      share: 2,
      minWidth: 225,
    },
    {
      id: 'cadence',
      header: 'Cadence',
      value: ({ cadence }) => CADENCE_LABELS[cadence],
      minWidth: 110,
    },
    {
      id: 'collector',
      header: 'Collected',
      value: ({ collector }) => COLLECTOR_LABELS[collector],
      share: 2,
      minWidth: 120,
    },
    { id: 'owner', header: 'Owner', value: ({ ownerName }) => ownerName, minWidth: 110 },
    {
      id: 'controls',
      header: 'Controls',
      value: ({ controls }) => controls.length,
      align: 'end',
      minWidth: 80,
    },
    {
      id: 'last',
      header: 'Last run',
      value: ({ lastRun }) => lastRun?.ranAt ?? null,
      cell: ({ lastRun }) => <LastRun run={lastRun} />,
      share: 2,
      minWidth: 210,
    },
    ...(mayWrite
      ? [
          {
            id: 'actions',
            header: 'Actions',
            value: () => null,
            cell: (task: CollectionTask) => <TaskMenu task={task} onAction={onAction} />,
            isUnsortable: true,
            isFixed: true,
            minWidth: 72,
          },
        ]
      : []),
  ];
}

export function DueCell({ task }: { task: CollectionTask }) {
  const today = localToday(useNow());
  return (
    <span className="flex items-center gap-2">
      <span className="tabular-nums">{task.nextDue}</span>
      <Badge tone={STATE_TONES[task.state]}>{dueText(task.state, task.nextDue, today)}</Badge>
    </span>
  );
}

function LastRun({ run }: { run: CollectionTask['lastRun'] }) {
  if (run === null) return <NoFigure />;
  return (
    <span className="flex items-center gap-2">
      <DateTime value={run.ranAt} />
      {run.outcome !== 'COLLECTED' && (
        <Badge tone={run.outcome === 'FAILED' ? 'bad' : 'neutral'}>
          {RUN_OUTCOME_LABELS[run.outcome]}
        </Badge>
      )}
    </span>
  );
}

function TaskMenu({
  task,
  onAction,
}: {
  task: CollectionTask;
  onAction: ColumnsInput['onAction'];
}) {
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={<MoreHorizontal aria-hidden />}
          label={`Actions for ${task.title}`}
        />
      }
      items={taskActions(task, onAction)}
    />
  );
}

/** What can be done to a task now, the likely first. */
export function taskActions(task: CollectionTask, onAction: ColumnsInput['onAction']): MenuItem[] {
  const collect: MenuItem =
    task.collector === 'manual'
      ? {
          label: 'Answer with evidence',
          icon: <FilePlus2 aria-hidden />,
          onSelect: () => onAction({ type: 'complete', task }),
        }
      : {
          label: 'Collect now',
          icon: <Play aria-hidden />,
          onSelect: () => onAction({ type: 'run', task }),
        };
  return [
    collect,
    {
      label: 'Skip this time',
      icon: <SkipForward aria-hidden />,
      onSelect: () => onAction({ type: 'skip', task }),
    },
    {
      label: 'Edit',
      icon: <Pencil aria-hidden />,
      onSelect: () => onAction({ type: 'edit', task }),
    },
    {
      label: task.isActive ? 'Pause' : 'Resume',
      icon: task.isActive ? <Pause aria-hidden /> : <Play aria-hidden />,
      onSelect: () => onAction({ type: 'toggle', task }),
    },
    {
      label: 'Delete',
      icon: <Trash2 aria-hidden />,
      onSelect: () => onAction({ type: 'remove', task }),
    },
  ];
}

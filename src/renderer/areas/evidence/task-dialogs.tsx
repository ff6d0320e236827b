import { useEffect } from 'react';
import type { CollectionTask } from '../../../shared/areas/evidence/collection.contract.ts';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import type { TaskChange } from './collection.queries.ts';
import { TaskAnswerDialog } from './task-answer-dialog.tsx';
import { TaskFormDialog } from './task-form-dialog.tsx';
import { useTaskChange } from './use-task-change.ts';

export type TaskAction =
  | { readonly type: 'add' }
  | {
      readonly type: 'edit' | 'complete' | 'run' | 'skip' | 'toggle' | 'remove';
      readonly task: CollectionTask;
    };

interface TaskDialogsProps {
  action: TaskAction | null;
  onClose: () => void;
}

/** The dialog of what was chosen in a menu; what needs no dialog is done at once. */
export function TaskDialogs({ action, onClose }: TaskDialogsProps) {
  if (action === null) return null;
  if (action.type === 'add') return <TaskFormDialog task={null} onClose={onClose} />;
  const { task } = action;
  if (action.type === 'edit') return <TaskFormDialog task={task} onClose={onClose} />;
  if (action.type === 'complete') return <TaskAnswerDialog task={task} onClose={onClose} />;
  if (action.type === 'skip') return <SkipDialog task={task} onClose={onClose} />;
  if (action.type === 'remove') return <RemoveDialog task={task} onClose={onClose} />;
  const change: TaskChange =
    action.type === 'run'
      ? { type: 'run', id: task.id }
      : { type: 'update', id: task.id, patch: { isActive: !task.isActive } };
  return <DoneAtOnce key={`${action.type} ${task.id}`} change={change} onClose={onClose} />;
}

function DoneAtOnce({ change, onClose }: { change: TaskChange; onClose: () => void }) {
  const { send } = useTaskChange(onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: done once, when it was chosen
  useEffect(() => send(change), []);
  return null;
}

interface OfTaskProps {
  task: CollectionTask;
  onClose: () => void;
}

function SkipDialog({ task, onClose }: OfTaskProps) {
  const { send, isPending } = useTaskChange(onClose);
  return (
    <ReasonDialog
      title="Skip this time"
      description={`'${task.title}' was due ${task.nextDue}; the reason goes to its runs.`}
      label="Skip"
      pendingLabel="Skipping..."
      isPending={isPending}
      onClose={onClose}
      onReason={(reason) => send({ type: 'skip', id: task.id, reason })}
    />
  );
}

function RemoveDialog({ task, onClose }: OfTaskProps) {
  const { send } = useTaskChange(onClose);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this task?"
      text={`'${task.title}' is not collected any more. What it collected stays.`}
      confirmLabel="Delete"
      tone="destructive"
      onConfirm={() => send({ type: 'remove', id: task.id })}
    />
  );
}

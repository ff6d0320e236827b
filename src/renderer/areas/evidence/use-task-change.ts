import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { type TaskChange, useChangeTask } from './collection.queries.ts';

const DONE: Record<TaskChange['type'], string> = {
  create: 'Task added',
  update: 'Task updated',
  remove: 'Task deleted',
  run: 'Evidence collected',
  complete: 'Task answered',
  skip: 'Task skipped',
};

/** Says what became of a change, and closes what asked for it. */
export function useTaskChange(onDone: () => void) {
  const { toast } = useToast();
  const fail = useErrorToast();
  const change = useChangeTask();
  const send = (input: TaskChange) =>
    change.mutate(input, {
      onSuccess: (task) => {
        const isNothing = input.type === 'run' && task?.lastRun?.outcome === 'NOTHING_NEW';
        const description = isNothing ? 'Nothing new since the last time' : DONE[input.type];
        toast({ title: 'Success', description });
        onDone();
      },
      onError: fail,
    });
  return { send, isPending: change.isPending };
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CollectionTask,
  type CollectionTaskPatch,
  collectionContract,
  type NewCollectionTask,
} from '../../../shared/areas/evidence/collection.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

const TASKS_MAX = 1000;

/** The keys begin with the tables: a change of a task or a run makes them old. */
export function tasksQuery(client: Client) {
  return queryOptions({
    queryKey: ['collection_tasks', 'list'],
    queryFn: () => client.page(collectionContract.tasks, { query: { limit: TASKS_MAX } }),
  });
}

export function runsQuery(client: Client, taskId: string) {
  return queryOptions({
    queryKey: ['collection_runs', taskId],
    queryFn: () => client.call(collectionContract.runs, { params: { id: taskId } }),
  });
}

/** What can be done to a task; undefined as `id` makes one. */
export type TaskChange =
  | { readonly type: 'create'; readonly task: NewCollectionTask }
  | { readonly type: 'update'; readonly id: string; readonly patch: CollectionTaskPatch }
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'run'; readonly id: string }
  | { readonly type: 'complete'; readonly id: string; readonly evidenceId: string }
  | { readonly type: 'skip'; readonly id: string; readonly reason: string };

function send(client: Client, change: TaskChange): Promise<CollectionTask | undefined> {
  const calls = collectionContract;
  if (change.type === 'create') return client.call(calls.create, { body: change.task });
  const params = { id: change.id };
  if (change.type === 'update') return client.call(calls.update, { params, body: change.patch });
  if (change.type === 'remove') return client.call(calls.remove, { params });
  if (change.type === 'run') return client.call(calls.run, { params, body: {} });
  if (change.type === 'skip')
    return client.call(calls.skip, { params, body: { reason: change.reason } });
  return client.call(calls.complete, { params, body: { evidenceId: change.evidenceId } });
}

export function useChangeTask() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: TaskChange) => send(client, change),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['collection_tasks'] }),
        queries.invalidateQueries({ queryKey: ['collection_runs'] }),
      ]),
  });
}

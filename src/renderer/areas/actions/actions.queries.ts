import { infiniteQueryOptions } from '@tanstack/react-query';
import {
  actionsContract,
  type DeskAction,
  type StartedAction,
} from '../../../shared/areas/actions/actions.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { jobsContract } from '../../../shared/contract/jobs.ts';

const PAGE = 50;
const ASK_EVERY_MS = 300;

/** Begins with the resource of the change event, so that another window's actions show at once. */
export function actionsQuery(client: Client, mine: boolean) {
  return infiniteQueryOptions({
    queryKey: ['desk_actions', 'list', mine],
    queryFn: ({ pageParam }) =>
      client.page(actionsContract.list, {
        query: {
          limit: PAGE,
          mine: mine ? 'true' : 'false',
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The action as it is at its end; its job, if there is one, is waited for. */
export async function settledAction(
  client: Client,
  { actionId, action, job }: StartedAction,
): Promise<DeskAction> {
  if (!job && action) return action;
  let isOver = job === null;
  while (job && !isOver) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    const now = await client.call(jobsContract.get, { params: { id: job.id } });
    isOver = now.finishedAt !== null;
    if (isOver && now.state !== 'DONE') throw new Error(now.message ?? 'The job ended early');
  }
  return client.call(actionsContract.get, { params: { id: actionId } });
}

import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { type FilterParams, totalQuery } from './views.queries.ts';

/** How many alerts a filter has, where the list does not say so. */
export function ExactCount({ filter }: { filter: FilterParams }) {
  const { data, error, refetch, isFetching } = useQuery(totalQuery(useClient(), filter));
  if (error && data?.state !== 'done')
    return (
      <span className="inline-flex items-center gap-2">
        not counted
        <Button size="sm" variant="ghost" disabled={isFetching} onClick={() => void refetch()}>
          Count again
        </Button>
      </span>
    );
  if (data?.state !== 'done') return data?.state === 'stopped' ? null : 'counting...';
  const { total } = data.result;
  return total === 1 ? '1 alert' : `${total.toLocaleString()} alerts`;
}

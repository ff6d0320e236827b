import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { type FilterParams, shownCount, totalQuery } from './views.queries.ts';

/** How many alerts a filter has, where the list does not say so. */
export function ExactCount({ filter }: { filter: FilterParams }) {
  const { data, error, refetch, isFetching } = useQuery(totalQuery(useClient(), filter));
  const shown = shownCount(data);
  if (error && !shown)
    return (
      <span className="inline-flex items-center gap-2">
        not counted
        <Button size="sm" variant="ghost" disabled={isFetching} onClick={() => void refetch()}>
          Count again
        </Button>
      </span>
    );
  if (!shown) return data?.state === 'stopped' ? null : 'counting...';
  const { total } = shown.result;
  return total === 1 ? '1 alert' : `${total.toLocaleString()} alerts`;
}

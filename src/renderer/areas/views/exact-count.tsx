import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { type FilterParams, totalQuery } from './views.queries.ts';

/** How many alerts a filter has, where the list does not say so. */
export function ExactCount({ filter }: { filter: FilterParams }) {
  const { data } = useQuery(totalQuery(useClient(), filter));
  if (data?.state !== 'done') return data?.state === 'stopped' ? null : 'counting...';
  const { total } = data.result;
  return total === 1 ? '1 alert' : `${total.toLocaleString()} alerts`;
}

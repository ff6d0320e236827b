import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { useNow } from '../../ui/use-now.ts';
import { vendorFiguresQuery } from './vendors.queries.ts';

/** The day on the core's calendar, by which reviews are due; this window's own until that is known. */
export function useToday(): string {
  const { data } = useQuery(vendorFiguresQuery(useClient()));
  const date = new Date(useNow());
  const two = (value: number) => String(value).padStart(2, '0');
  return data?.today ?? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

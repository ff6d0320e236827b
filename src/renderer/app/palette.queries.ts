import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchContract } from '../../shared/areas/search/search.contract.ts';
import type { Client } from '../../shared/contract/client.ts';

const PER_AREA = 5;
/** An answer is as old as its keystroke: it is kept for typing back and forth, no longer. */
const KEPT_MS = 10_000;

/** While the next answer is on its way the last one stays; one that comes too late is not shown. */
export function searchQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['search', typed],
    queryFn: () => client.call(searchContract.search, { query: { q: typed, limit: PER_AREA } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: KEPT_MS,
  });
}

/** Keys begin with what the core announces: `risk_quantities`, `risk_incidents`, `risk_imports`. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ImportOutcome } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { riskQuantContract as calls } from '../../../shared/areas/risk/risk-quant.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

const PAGE_ROWS = 200;

export function portfolioQuery(client: Client, currency: string | null) {
  return queryOptions({
    queryKey: ['risk_quantities', 'portfolio', currency],
    queryFn: () => client.call(calls.portfolio, { query: currency === null ? {} : { currency } }),
    // Titles and statuses come from the register, whose changes are another resource's.
    refetchOnMount: 'always',
  });
}

export function quantitiesQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['risk_quantities', 'one', id],
    queryFn: () => client.call(calls.quantities, { params: { id } }),
  });
}

export function incidentsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['risk_incidents', 'one', id],
    queryFn: () => client.call(calls.incidents, { params: { id } }),
    refetchOnMount: 'always',
  });
}

export function proposalsQuery(client: Client) {
  return queryOptions({
    queryKey: ['risk_incidents', 'pending'],
    queryFn: () => client.page(calls.proposals, { query: { state: 'PENDING' } }),
  });
}

export function importsQuery(client: Client) {
  return queryOptions({
    queryKey: ['risk_imports', 'list'],
    queryFn: () => client.call(calls.imports, { query: { limit: PAGE_ROWS } }),
  });
}

export function importQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['risk_imports', 'one', id],
    queryFn: () => client.call(calls.importReceipt, { params: { id } }),
  });
}

export function importRowsQuery(client: Client, id: string, outcome: ImportOutcome | null) {
  return infiniteQueryOptions({
    queryKey: ['risk_imports', 'rows', id, outcome],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(calls.importRows, {
        params: { id },
        query: {
          limit: PAGE_ROWS,
          ...(outcome === null ? {} : { outcome }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

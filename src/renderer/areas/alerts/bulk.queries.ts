import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  actionsContract,
  type BulkRequestInput,
} from '../../../shared/areas/actions/actions.contract.ts';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { SLOW } from '../../api/query-hints.ts';
import { filterToQuery } from './alerts.filter-url.ts';

/** The alerts of a bulk action, as the server is asked for them. */
export type BulkSetInput = Pick<BulkRequestInput, 'filter' | 'ids'>;

export function bulkSet(selected: ReadonlySet<string>, all: AlertFilter | null): BulkSetInput {
  return all === null ? { ids: [...selected] } : { filter: filterToQuery(all) };
}

/** Begins with `alerts`: a change of any of them counts anew. */
export function bulkPreviewQuery(
  client: Client,
  request: Pick<BulkRequestInput, 'filter' | 'ids' | 'change' | 'investigateFirst'>,
) {
  return queryOptions({
    queryKey: ['alerts', 'bulk-preview', request],
    queryFn: () => client.call(actionsContract.previewBulk, { body: request }),
    placeholderData: keepPreviousData,
    meta: SLOW,
  });
}

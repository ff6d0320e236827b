import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import {
  fieldOptions,
  knownValues,
  placeAt,
  type QueryOption,
  type QueryPlace,
} from '../../../shared/areas/views/query-complete.ts';
import { fieldOf } from '../../../shared/areas/views/query-fields.ts';
import { asTyped } from '../../../shared/areas/views/query-print.ts';
import { stacksContract } from '../../../shared/areas/views/stacks.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

function valuesQuery(client: Client, field: string, typed: string) {
  return queryOptions({
    // Not refetched with every alert: what is offered may be a minute old.
    queryKey: ['query-values', field, typed],
    queryFn: () =>
      client.call(stacksContract.values, { query: { field, typed: typed.slice(0, 200) } }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

export interface QueryOptions {
  readonly place: QueryPlace | null;
  readonly options: readonly QueryOption[];
}

/** What can be typed at the caret: fields, known words, values of the alerts with their number. */
export function useQueryOptions(text: string, caret: number, isAsked: boolean): QueryOptions {
  const client = useClient();
  const place = useMemo(() => placeAt(text, caret), [text, caret]);
  const field = place?.field ?? null;
  const typed = useDeferredValue(place?.typed ?? '');
  const { data, isPlaceholderData } = useQuery({
    ...valuesQuery(client, field ?? '', typed),
    enabled: isAsked && field !== null,
  });
  return useMemo(() => {
    if (!place) return { place, options: [] };
    if (field === null)
      return { place, options: place.typed === '' && text !== '' ? [] : fieldOptions(place.typed) };
    const counted = isPlaceholderData ? [] : (data ?? []);
    const known = knownValues(field, place.typed).map((option) => ({
      ...option,
      count: counted.find(({ value }) => value === option.insert)?.count ?? option.count,
    }));
    const isChoice = fieldOf(field).kind === 'choice';
    const values = isChoice
      ? []
      : counted.map(({ value, label, count }) => ({
          insert: asTyped(value),
          label: value,
          hint: label ?? '',
          count,
        }));
    return { place, options: [...values, ...known] };
  }, [place, field, data, isPlaceholderData, text]);
}

/** Links hang on controls: whatever changes a control or a link makes these old. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ApplyProjection,
  LinkUpdate,
  NewLinkInput,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { contract } from '../../../shared/contract/index.ts';
import { useControlChange } from './controls.queries.ts';

export function neighboursQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['controls', 'neighbours', id],
    queryFn: () => client.call(contract.crosswalks.neighbours, { params: { id } }),
  });
}

export function projectionQuery(client: Client, from: string, to: string) {
  return queryOptions({
    queryKey: ['controls', 'projection', from, to],
    queryFn: () => client.call(contract.crosswalks.projection, { query: { from, to } }),
    enabled: from !== '' && to !== '' && from !== to,
  });
}

export function coverageQuery(client: Client, from: string, to: string) {
  return queryOptions({
    queryKey: ['controls', 'coverage', from, to],
    queryFn: () => client.call(contract.crosswalks.coverage, { query: { from, to } }),
    enabled: from !== '' && to !== '' && from !== to,
  });
}

/** Controls of a framework that a link could end at. */
export function linkTargetsQuery(client: Client, framework: string, q: string) {
  return queryOptions({
    queryKey: ['controls', 'linkTargets', framework, q],
    queryFn: () =>
      client.call(contract.controls.list, {
        query: { framework, sort: 'place', limit: 20, ...(q === '' ? {} : { q }) },
      }),
    enabled: framework !== '',
    placeholderData: keepPreviousData,
  });
}

export const useCreateLink = () =>
  useControlChange((client, body: NewLinkInput) =>
    client.call(contract.crosswalks.create, { body }),
  );

export const useUpdateLink = (id: string) =>
  useControlChange((client, body: LinkUpdate) =>
    client.call(contract.crosswalks.update, { params: { id }, body }),
  );

export const useRemoveLink = () =>
  useControlChange((client, id: string) =>
    client.call(contract.crosswalks.remove, { params: { id } }),
  );

export const useApplyProjection = () =>
  useControlChange((client, body: ApplyProjection) =>
    client.call(contract.crosswalks.applyProjection, { body }),
  );

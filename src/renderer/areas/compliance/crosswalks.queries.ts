/** Links hang on controls: whatever changes a control or a link makes these old. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { controlsContract } from '../../../shared/areas/compliance/controls.contract.ts';
import {
  type ApplyProjection,
  crosswalksContract,
  type LinkUpdate,
  type NewLinkInput,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useControlChange } from './controls.queries.ts';

export function neighboursQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['controls', 'neighbours', id],
    queryFn: () => client.call(crosswalksContract.neighbours, { params: { id } }),
  });
}

export function projectionQuery(client: Client, from: string, to: string) {
  return queryOptions({
    queryKey: ['controls', 'projection', from, to],
    queryFn: () => client.call(crosswalksContract.projection, { query: { from, to } }),
    enabled: from !== '' && to !== '' && from !== to,
  });
}

export function coverageQuery(client: Client, from: string, to: string) {
  return queryOptions({
    queryKey: ['controls', 'coverage', from, to],
    queryFn: () => client.call(crosswalksContract.coverage, { query: { from, to } }),
    enabled: from !== '' && to !== '' && from !== to,
  });
}

/** Controls of a framework that a link could end at. */
export function linkTargetsQuery(client: Client, framework: string, q: string) {
  return queryOptions({
    queryKey: ['controls', 'linkTargets', framework, q],
    queryFn: () =>
      client.call(controlsContract.list, {
        query: { framework, sort: 'place', limit: 20, ...(q === '' ? {} : { q }) },
      }),
    enabled: framework !== '',
    placeholderData: keepPreviousData,
  });
}

export const useCreateLink = () =>
  useControlChange((client, body: NewLinkInput) =>
    client.call(crosswalksContract.create, { body }),
  );

export const useUpdateLink = (id: string) =>
  useControlChange((client, body: LinkUpdate) =>
    client.call(crosswalksContract.update, { params: { id }, body }),
  );

export const useRemoveLink = () =>
  useControlChange((client, id: string) =>
    client.call(crosswalksContract.remove, { params: { id } }),
  );

export const useApplyProjection = () =>
  useControlChange((client, body: ApplyProjection) =>
    client.call(crosswalksContract.applyProjection, { body }),
  );

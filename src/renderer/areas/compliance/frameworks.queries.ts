/**
 * Keys begin with 'scores': lists of frameworks count controls and how they stand, so every record
 * that a score is made of makes them old.
 */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type FrameworkColumns,
  type FrameworkPreview,
  frameworkPreviewSchema,
  type ImportFrameworkInput,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import {
  type FrameworkUpdate,
  frameworksContract,
  type NewFrameworkInput,
} from '../../../shared/areas/compliance/frameworks.contract.ts';
import { assertOk, type Client, endpointPath } from '../../../shared/contract/client.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';

const calls = frameworksContract;
/** More frameworks than anybody keeps, in one list. */
const ALL = 1000;

function frameworksQuery(client: Client) {
  return queryOptions({
    queryKey: ['scores', 'frameworks', 'list'],
    queryFn: () => client.call(calls.list, { query: { limit: ALL } }),
  });
}

function frameworkQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['scores', 'frameworks', 'one', id],
    queryFn: () => client.call(calls.get, { params: { id } }),
  });
}

function goneQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['scores', 'frameworks', 'gone', id],
    queryFn: () => client.call(calls.gone, { params: { id } }),
  });
}

function packsQuery(client: Client) {
  return queryOptions({
    queryKey: ['scores', 'packs'],
    queryFn: () => client.call(calls.packs, {}),
  });
}

/** What a framework is brought up to: a shipped pack, or a framework of a file that was read. */
export type UpgradeSource =
  | { readonly pack: string }
  | { readonly import: string; readonly index: number; readonly isWhole: boolean };

function upgradeQuery(client: Client, id: string, from: UpgradeSource) {
  return queryOptions({
    queryKey: ['scores', 'frameworks', 'upgrade', id, from],
    queryFn: () => client.call(calls.upgrade, { params: { id }, query: from }),
    gcTime: 0,
  });
}

export const useFrameworks = () => useQuery(frameworksQuery(useClient()));
export const useFramework = (id: string) => useQuery(frameworkQuery(useClient(), id));
export const useGoneControls = (id: string) => useQuery(goneQuery(useClient(), id));
export const usePacks = () => useQuery(packsQuery(useClient()));
export const useUpgrade = (id: string, from: UpgradeSource) =>
  useQuery(upgradeQuery(useClient(), id, from));

export function useCreateFramework() {
  const client = useClient();
  return useMutation({
    mutationFn: (body: NewFrameworkInput) => client.call(calls.create, { body }),
  });
}

export function useUpdateFramework() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ id, ...body }: FrameworkUpdate & { id: string }) =>
      client.call(calls.update, { params: { id }, body }),
  });
}

export function useRemoveFramework() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) => client.call(calls.remove, { params: { id } }),
  });
}

export function useAdoptPack() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; baseline: string | null; name?: string }) =>
      client.call(calls.adopt, { params: { id }, body }),
  });
}

export function useApplyUpgrade(id: string) {
  const client = useClient();
  return useMutation({
    mutationFn: (body: { from: UpgradeSource; digest: string }) =>
      client.call(calls.applyUpgrade, { params: { id }, body }),
  });
}

export function useRestoreControls(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (controlIds: string[]) =>
      client.call(calls.restore, { params: { id }, body: { controlIds } }),
    onSuccess: (left) => queries.setQueryData(goneQuery(client, id).queryKey, left),
  });
}

export interface FileToRead {
  readonly file: HostFile;
  readonly columns?: FrameworkColumns;
  /** Tokens of files chosen together with it. */
  readonly with?: readonly string[];
}

export function useReadFrameworkFile() {
  const host = useHost();
  return useMutation({
    mutationFn: async ({
      file,
      columns,
      with: others = [],
    }: FileToRead): Promise<FrameworkPreview> => {
      const query = {
        name: file.name,
        with: others.join(','),
        ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
      };
      const path = endpointPath(calls.previewImport, { query });
      const answer = await host.sendFile(file, { method: 'POST', path });
      return frameworkPreviewSchema.parse(JSON.parse(assertOk(answer).body));
    },
  });
}

export function useImportFrameworks() {
  const client = useClient();
  return useMutation({
    mutationFn: (body: ImportFrameworkInput) => client.call(calls.import, { body }),
  });
}

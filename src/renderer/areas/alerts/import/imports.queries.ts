import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Import,
  importPreviewSchema,
  importSchema,
  importsContract,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { assertOk, type Client, endpointPath } from '../../../../shared/contract/client.ts';
import { jobsContract } from '../../../../shared/contract/jobs.ts';
import type { Host } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useHost } from '../../../host/host-context.tsx';
import type { QueuedFile } from '../waiting-files.embed.tsx';
import { choiceToQuery, type ImportChoice } from './import.mapping.ts';

/** What of a file is looked at before it is imported. */
const HEAD_BYTES = 256 * 1024;

export const importKeys = {
  all: ['imports'] as const,
  list: ['imports', 'list'] as const,
  one: (id: string) => ['imports', 'one', id] as const,
  /** Depends on the file alone: no event makes it old. */
  preview: (key: string, query: Record<string, string>) => ['import-preview', key, query] as const,
};

export function importPreviewQuery(host: Host, { key, file }: QueuedFile, choice: ImportChoice) {
  const query = choiceToQuery(file.name, choice);
  return queryOptions({
    queryKey: importKeys.preview(key, query),
    queryFn: async () => {
      const path = endpointPath(importsContract.preview, { query });
      const answer = await host.sendFile(file, { method: 'POST', path }, HEAD_BYTES);
      return importPreviewSchema.parse(JSON.parse(assertOk(answer).body));
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Imports, newest first. */
export function importsQuery(client: Client) {
  return queryOptions({
    queryKey: importKeys.list,
    queryFn: () => client.call(importsContract.list, {}),
  });
}

/** A receipt; while the import runs, its events bring it up to date. */
export function importQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: importKeys.one(id),
    queryFn: () => client.call(importsContract.get, { params: { id } }),
  });
}

/** @param onFailed Called also where the dialog is gone by then. */
export function useSendImport({ file }: QueuedFile, onFailed: (error: Error) => Promise<void>) {
  const host = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (choice: ImportChoice): Promise<Import> => {
      const query = choiceToQuery(file.name, choice);
      const path = endpointPath(importsContract.create, { query });
      const answer = await host.sendFile(file, { method: 'POST', path });
      return importSchema.parse(JSON.parse(assertOk(answer).body));
    },
    onSuccess: (receipt) => queries.setQueryData(importKeys.one(receipt.id), receipt),
    onError: onFailed,
  });
}

export function useCancelJob() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) => client.call(jobsContract.cancel, { params: { id } }),
  });
}

/** The import that began with this file, told by being new; the list is newest first. */
export function findStarted(
  imports: readonly Import[],
  fileName: string,
  known: ReadonlySet<string>,
): Import | undefined {
  return imports.findLast((one) => one.fileName === fileName && !known.has(one.id));
}

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataContract as data } from '../../../shared/areas/settings/data.contract.ts';
import { settingsContract } from '../../../shared/areas/settings/settings.contract.ts';
import { type Client, endpointPath } from '../../../shared/contract/client.ts';
import { type Job, jobsContract } from '../../../shared/contract/jobs.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { jobsQuery, rememberJob } from '../../api/jobs.queries.ts';
import { useHost } from '../../host/host-context.tsx';

export function dataQuery(client: Client) {
  return queryOptions({
    queryKey: ['data', 'info'],
    // Sizes change with whatever is done anywhere: no event tells of them.
    staleTime: 0,
    queryFn: () => client.call(data.info, {}),
  });
}

export function backupsQuery(client: Client) {
  return queryOptions({
    queryKey: ['data', 'backups'],
    staleTime: 0,
    queryFn: () => client.call(data.backups, {}),
  });
}

/** The newest job of a kind, as its events tell it. */
export function useNewestJob(kind: string): Job | undefined {
  const { data: jobs } = useQuery(jobsQuery(useClient()));
  return jobs?.find((job) => job.kind === kind);
}

/** A job of this page, by its id. */
export function useJob(id: string | null): Job | undefined {
  const { data: jobs } = useQuery(jobsQuery(useClient()));
  return jobs?.find((job) => job.id === id);
}

export function isAtWork(job: Job | undefined): boolean {
  return job?.state === 'QUEUED' || job?.state === 'RUNNING';
}

export function useStartBackup() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (passphrase: string) => client.call(data.createBackup, { body: { passphrase } }),
    onSuccess: (job) => rememberJob(queries, job),
  });
}

export function useDeleteBackup() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call(data.deleteBackup, { params: { id } }),
    onSuccess: (left) => {
      queries.setQueryData(backupsQuery(client).queryKey, left);
      void queries.invalidateQueries({ queryKey: dataQuery(client).queryKey });
    },
  });
}

/** Enough of a file to say what it is. */
const HEAD_BYTES = 4_096;

/** Sends a file, or its head, and gives the answer as the contract has it. */
function useSendFile() {
  const host = useHost();
  return async (
    endpoint: typeof data.checkBackup | typeof data.receiveBackup,
    file: HostFile,
    headBytes?: number,
  ): Promise<unknown> => {
    const path = endpointPath(endpoint, { query: { name: file.name } });
    const answer = await host.sendFile(file, { method: endpoint.method, path }, headBytes);
    if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
}

export function useCheckBackup() {
  const sendFile = useSendFile();
  return useMutation({
    mutationFn: async (file: HostFile) =>
      data.checkBackup.response.parse(await sendFile(data.checkBackup, file, HEAD_BYTES)),
  });
}

/** Brings the file to the core and begins its restore. */
export function useRestore() {
  const client = useClient();
  const queries = useQueryClient();
  const sendFile = useSendFile();
  return useMutation({
    mutationFn: async ({ file, passphrase }: { file: HostFile; passphrase: string }) => {
      const received = data.receiveBackup.response.parse(await sendFile(data.receiveBackup, file));
      return client.call(data.restore, { body: { file: received.id, passphrase } });
    },
    onSuccess: (job) => rememberJob(queries, job),
  });
}

export function useCancelJob() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) => client.call(jobsContract.cancel, { params: { id } }),
  });
}

export function useLeaveDemo() {
  const client = useClient();
  return useMutation({ mutationFn: () => client.call(settingsContract.leaveDemo, {}) });
}

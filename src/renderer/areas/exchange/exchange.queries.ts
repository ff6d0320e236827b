import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  type ExportSubjectInput,
  exchangeContract,
  type Receipt,
  receiptSchema,
} from '../../../shared/areas/exchange/exchange.contract.ts';
import type { ExportFormat } from '../../../shared/areas/exchange/exchange.rules.ts';
import { assertOk, type Client, endpointPath } from '../../../shared/contract/client.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const RUNNING_MS = 400;
const LISTED = 200;

export const receiptsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['exchange_receipts', 'list'] as const,
    queryFn: async () =>
      (await client.page(exchangeContract.receipts, { query: { limit: LISTED } })).rows,
  });

export const receiptQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['exchange_receipts', 'one', id] as const,
    queryFn: () => client.call(exchangeContract.receipt, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? RUNNING_MS : false),
  });

export function useExport() {
  const client = useClient();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (asked: { subject: ExportSubjectInput; format: ExportFormat; password?: string }) =>
      client.call(exchangeContract.export, { body: asked }),
    onError: sayError,
  });
}

/** Sends a file to be read; nothing is taken over. */
export function useReceive() {
  const host = useHost();
  return useMutation({
    mutationFn: async (file: HostFile): Promise<Receipt> => {
      const path = endpointPath(exchangeContract.receive, { query: { name: file.name } });
      const answer = await host.sendFile(file, { method: 'POST', path });
      return receiptSchema.parse(JSON.parse(assertOk(answer).body));
    },
  });
}

export function useTake() {
  const client = useClient();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: ({ id, password }: { id: string; password?: string }) =>
      client.call(exchangeContract.take, {
        params: { id },
        body: password === undefined ? {} : { password },
      }),
    onError: sayError,
  });
}

export function useSaveFile() {
  const host = useHost();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return async ({ id, file }: Receipt) => {
    if (!file) return;
    try {
      const path = endpointPath(exchangeContract.file, { params: { id } });
      // The browser shows its own downloads; the desktop has nothing that does.
      if ((await host.saveAs(path, file.name)) && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      sayError(error);
    }
  };
}

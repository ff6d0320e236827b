import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type RiskImportPreview,
  riskImportPreviewSchema,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { assertOk, endpointPath } from '../../../shared/contract/client.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';

/** A file is read, looked at, and begun; its receipt fills while the job runs. */
export function useRiskImport(onBegun: (importId: string) => void) {
  const host = useHost();
  const client = useClient();
  const [file, setFile] = useState<HostFile | null>(null);
  const read = useMutation({
    mutationFn: async (chosen: HostFile): Promise<RiskImportPreview> => {
      const path = endpointPath(riskQuantContract.previewImport, { query: { name: chosen.name } });
      const answer = await host.sendFile(chosen, { method: 'POST', path });
      return riskImportPreviewSchema.parse(JSON.parse(assertOk(answer).body));
    },
  });
  const begin = useMutation({
    mutationFn: (token: string) => client.call(riskQuantContract.importRisks, { body: { token } }),
    onSuccess: ({ id }) => onBegun(id),
  });
  const take = (files: readonly HostFile[]) => {
    const [first] = files;
    if (!first) return;
    begin.reset();
    setFile(first);
    read.mutate(first);
  };
  return {
    file,
    preview: read.data ?? null,
    error: read.error ?? begin.error,
    isReading: read.isPending,
    isBeginning: begin.isPending,
    take,
    pick: async () => take(await host.pickFiles()),
    begin: () => read.data && begin.mutate(read.data.token),
    startOver: () => {
      read.reset();
      begin.reset();
      setFile(null);
    },
  };
}
export type RiskImportState = ReturnType<typeof useRiskImport>;

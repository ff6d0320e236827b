import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  type AttackPreview,
  attackContract,
  attackPreviewSchema,
} from '../../../shared/areas/assistant/attack.contract.ts';
import { assertOk, type Client, endpointPath } from '../../../shared/contract/client.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';

export const attackStateQuery = (client: Client) =>
  queryOptions({
    queryKey: ['attack_table', 'state'] as const,
    queryFn: () => client.call(attackContract.state, {}),
  });

export const techniqueQuery = (client: Client, id: string, withControls: boolean) =>
  queryOptions({
    queryKey: ['attack_table', 'technique', id, withControls] as const,
    queryFn: () =>
      client.call(attackContract.technique, {
        params: { id },
        query: { controls: withControls ? 'true' : 'false' },
      }),
  });

/** Sends a file to be looked at; nothing is written. */
export function useReadAttackFile() {
  const host = useHost();
  return useMutation({
    mutationFn: async (file: HostFile): Promise<AttackPreview> => {
      const path = endpointPath(attackContract.preview, { query: { name: file.name } });
      const answer = await host.sendFile(file, { method: 'POST', path });
      return attackPreviewSchema.parse(JSON.parse(assertOk(answer).body));
    },
  });
}

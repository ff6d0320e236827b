import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { SYNC_STATES } from './sync-state.contract.ts';

export const NETWORK_STATES = ['present', 'cut'] as const;
export type NetworkState = (typeof NETWORK_STATES)[number];

/**
 * What the core knows of its surroundings without asking anybody. `network` is read from the
 * machine's own interfaces: present is a cable or a wireless network with an address, not a promise
 * that anything answers. `sync` is the state of sharing this workspace.
 */
export const connectionSchema = z.object({
  network: z.enum(NETWORK_STATES),
  /** Names of the interfaces that have an address: `eth0`. */
  interfaces: z.array(z.string()),
  sync: z.enum(SYNC_STATES),
  at: z.string(),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/connection',
    summary: 'Network and sync as this machine knows them; nothing is sent to find out',
    permission: 'session',
    response: connectionSchema,
  }),
};

import { createContext, type ReactNode, useContext } from 'react';
import type { Client } from '../../shared/contract/client.ts';

const ClientContext = createContext<Client | null>(null);

export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>;
}

/** The typed API: `client.call(contract.alerts.get, { params: { id } })`. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient is used outside ClientProvider');
  return client;
}

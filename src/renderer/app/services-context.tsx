import { createContext, useContext } from 'react';
import type { Services } from './services.ts';

export const ServicesContext = createContext<Services | null>(null);

/** What only the shell needs; areas take host, client and toasts from their own contexts. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices is used outside ServicesContext');
  return services;
}

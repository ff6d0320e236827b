import { createContext, type ReactNode, useContext } from 'react';
import type { LatencyMeter } from '../../shared/kernel/latency.ts';

const LatencyContext = createContext<LatencyMeter | null>(null);

export function LatencyProvider({ meter, children }: { meter: LatencyMeter; children: ReactNode }) {
  return <LatencyContext.Provider value={meter}>{children}</LatencyContext.Provider>;
}

/** How long this page waited for each call since it was loaded. */
export function useLatency(): LatencyMeter {
  const meter = useContext(LatencyContext);
  if (!meter) throw new Error('useLatency is used outside LatencyProvider');
  return meter;
}

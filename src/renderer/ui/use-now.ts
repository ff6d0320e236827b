import { createContext, useContext, useSyncExternalStore } from 'react';

/** The time of the page, ticking; one timer for all that show it, none while nothing does. */
export interface Ticker {
  subscribe(listener: () => void): () => void;
  now(): number;
}

const TICK_MS = 15_000;

export function createTicker(clock: () => number = Date.now): Ticker {
  const listeners = new Set<() => void>();
  let current = clock();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    current = clock();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        current = clock();
        timer = setInterval(tick, TICK_MS);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
    now: () => current,
  };
}

export const TickerContext = createContext<Ticker | null>(null);

export function useNow(): number {
  const ticker = useContext(TickerContext);
  if (!ticker) throw new Error('useNow is used outside TickerContext');
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}

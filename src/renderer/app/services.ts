import type { QueryClient } from '@tanstack/react-query';
import { type Client, createClient } from '../../shared/contract/client.ts';
import type { Host } from '../../shared/host.ts';
import { type ConnectionStore, createConnectionStore } from '../api/live-updates.ts';
import { createQueryClient } from '../api/query-client.ts';
import { createSessionEnd, type SessionEnd, watchSession } from '../api/session-end.ts';
import { createToastStore, type ToastStore } from '../ui/toast-store.ts';
import { createTicker, type Ticker } from '../ui/use-now.ts';
import { createThemeStore, type ThemeStore } from './theme.ts';

/** Everything that lives as long as the page, made once by `main.tsx`. */
export interface Services {
  readonly host: Host;
  readonly client: Client;
  readonly queries: QueryClient;
  readonly toasts: ToastStore;
  readonly sessionEnd: SessionEnd;
  readonly connection: ConnectionStore;
  readonly theme: ThemeStore;
  readonly ticker: Ticker;
}

export function later(run: () => void, delayMs: number): void {
  setTimeout(run, delayMs);
}

export function createServices(bareHost: Host, page: Window): Services {
  const toasts = createToastStore(later);
  const sessionEnd = createSessionEnd({
    toast: toasts.toast,
    navigate: bareHost.navigate,
    later,
  });
  const host = watchSession(bareHost, sessionEnd);
  return {
    host,
    client: createClient(host.request),
    queries: createQueryClient(),
    toasts,
    sessionEnd,
    connection: createConnectionStore(),
    theme: createThemeStore(page),
    ticker: createTicker(),
  };
}

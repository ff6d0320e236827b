import type { QueryClient } from '@tanstack/react-query';
import { type Client, createClient } from '../../shared/contract/client.ts';
import type { Host } from '../../shared/host.ts';
import { createLatencyMeter, type LatencyMeter } from '../../shared/kernel/latency.ts';
import { type CommandRegistry, createCommandRegistry } from '../api/commands.tsx';
import {
  type ConnectionStore,
  type CoreClock,
  createConnectionStore,
  createCoreClock,
  watchContact,
} from '../api/core-contact.ts';
import { createJobRates, type JobRates } from '../api/job-rates.ts';
import { createQueryClient } from '../api/query-client.ts';
import { createSessionEnd, type SessionEnd, watchSession } from '../api/session-end.ts';
import { createShortcutRegistry, type ShortcutRegistry } from '../api/shortcuts.tsx';
import { createPageFiles } from '../host/page-files.ts';
import type { PageFiles } from '../ui/page-files.tsx';
import { createToastStore, type ToastStore } from '../ui/toast-store.ts';
import { createTicker, type Ticker } from '../ui/use-now.ts';
import { type ChatStore, createChatStore } from './chat.ts';
import { createPaletteStore, type PaletteStore } from './palette-store.ts';
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
  readonly coreClock: CoreClock;
  readonly jobRates: JobRates;
  readonly chat: ChatStore;
  readonly files: PageFiles;
  readonly palette: PaletteStore;
  readonly commands: CommandRegistry;
  readonly shortcuts: ShortcutRegistry;
  readonly latency: LatencyMeter;
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
  const latency = createLatencyMeter();
  const coreClock = createCoreClock();
  const connection = createConnectionStore();
  const host = watchContact(watchSession(bareHost, sessionEnd), coreClock, connection);
  return {
    host,
    client: createClient(host.request, {
      now: () => page.performance.now(),
      record: latency.record,
    }),
    latency,
    queries: createQueryClient(),
    toasts,
    sessionEnd,
    connection,
    coreClock,
    jobRates: createJobRates(),
    theme: createThemeStore(page),
    ticker: createTicker(coreClock.now),
    palette: createPaletteStore(),
    commands: createCommandRegistry(),
    shortcuts: createShortcutRegistry(),
    files: createPageFiles(host, page.location.origin),
    chat: createChatStore({ storage: page.sessionStorage }),
  };
}

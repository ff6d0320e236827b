import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { startLiveUpdates } from '../api/live-updates.ts';
import { useHost } from '../host/host-context.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { PaletteHost } from './palette-host.tsx';
import type { RouteHandle } from './routes.tsx';
import { later } from './services.ts';
import { useServices } from './services-context.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useGoKeys } from './use-go-keys.ts';

/** The signed-in layout; `screen` is undefined where the address is unknown. */
export function Shell({
  screen,
  children,
}: {
  screen: RouteHandle['screen'] | undefined;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  useLiveUpdates();
  useGoKeys();
  return (
    <div className="flex h-dvh overflow-hidden bg-canvas text-fg">
      {screen && <title>{`${screen.title} · Watchfloor`}</title>}
      <button
        type="button"
        onClick={() => main.current?.focus()}
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-fg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </button>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        <DemoBanner />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="relative flex min-h-0 flex-1 flex-col overflow-y-auto p-5 outline-none"
        >
          {children}
        </main>
      </div>
      <PaletteHost />
    </div>
  );
}

/** The event stream lives as long as the signed-in layout, and is asked for before what the screens show. */
function useLiveUpdates(): void {
  const host = useHost();
  const queries = useQueryClient();
  const { connection, coreClock, jobRates } = useServices();
  const navigate = useNavigate();
  useLayoutEffect(
    () =>
      startLiveUpdates({
        host,
        queries,
        connection,
        later,
        now: coreClock.now,
        open: (link) => void navigate(link),
        onJob: jobRates.note,
      }),
    [host, queries, connection, coreClock, jobRates, navigate],
  );
}

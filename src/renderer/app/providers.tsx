import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ClientProvider } from '../api/client-context.tsx';
import { CommandsContext } from '../api/commands.tsx';
import { LatencyProvider } from '../api/latency.tsx';
import { ShortcutsContext } from '../api/shortcuts.tsx';
import { HostProvider } from '../host/host-context.tsx';
import { PageFilesContext } from '../ui/page-files.tsx';
import { Toaster, ToastStoreProvider } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { TickerContext } from '../ui/use-now.ts';
import type { Services } from './services.ts';
import { ServicesContext } from './services-context.tsx';

export function Providers({ services, children }: { services: Services; children: ReactNode }) {
  return (
    <ServicesContext value={services}>
      <HostProvider host={services.host}>
        <ClientProvider client={services.client}>
          <LatencyProvider meter={services.latency}>
            <QueryClientProvider client={services.queries}>
              <PageFilesContext value={services.files}>
                <TickerContext value={services.ticker}>
                  <ToastStoreProvider store={services.toasts}>
                    <CommandsContext value={services.commands}>
                      <ShortcutsContext value={services.shortcuts}>
                        <TooltipProvider>
                          {children}
                          <Toaster />
                        </TooltipProvider>
                      </ShortcutsContext>
                    </CommandsContext>
                  </ToastStoreProvider>
                </TickerContext>
              </PageFilesContext>
            </QueryClientProvider>
          </LatencyProvider>
        </ClientProvider>
      </HostProvider>
    </ServicesContext>
  );
}

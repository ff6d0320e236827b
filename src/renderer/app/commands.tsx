import { useQuery } from '@tanstack/react-query';
import {
  Clock,
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  Monitor,
  Moon,
  Rows2,
  Rows3,
  ShieldCheck,
  ShieldOff,
  Sun,
} from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { isolationContract } from '../../shared/areas/isolation/isolation.contract.ts';
import type { Theme } from '../../shared/areas/settings/preferences.contract.ts';
import { useClient } from '../api/client-context.tsx';
import type { Command } from '../api/commands.tsx';
import { useChangePreferences, usePreferences } from '../api/preferences.tsx';
import { SETTINGS_PAGES } from '../areas/settings/settings.pages.ts';
import { useHost } from '../host/host-context.tsx';
import { useErrorToast } from '../ui/use-error-toast.ts';
import { GO_PLACES } from './go-keys.places.ts';
import { useServices } from './services-context.tsx';
import { goKeys, SHEET_KEY } from './shortcuts.ts';

/** Every screen and every page of the settings. */
export function useGoCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      ...GO_PLACES.map(
        ({ path, label, title, icon, goKey }): Command => ({
          id: `go.${path}`,
          title: label,
          words: `go open screen ${title}`,
          kind: 'go',
          icon,
          keys: goKeys(goKey),
          run: () => navigate(path),
        }),
      ),
      ...SETTINGS_PAGES.map(
        ({ name, label, purpose, icon }): Command => ({
          id: `go./settings/${name}`,
          title: `Settings: ${label}`,
          words: `go open preferences ${purpose}`,
          kind: 'settings',
          icon,
          run: () => navigate(`/settings/${name}`),
        }),
      ),
    ],
    [navigate],
  );
}

const THEME_COMMANDS: ReadonlyArray<{ theme: Theme; title: string; icon: LucideIcon }> = [
  { theme: 'dark', title: 'Dark theme', icon: Moon },
  { theme: 'light', title: 'Light theme', icon: Sun },
  { theme: 'system', title: 'Theme of the system', icon: Monitor },
];

/** How the page looks; what it is already is not offered. */
export function useLookCommands(): readonly Command[] {
  const { theme, density, timeZone } = usePreferences();
  const { mutate } = useChangePreferences(useErrorToast());
  return useMemo(() => {
    const isCompact = density === 'compact';
    const isUtc = timeZone === 'utc';
    return [
      ...THEME_COMMANDS.filter((one) => one.theme !== theme).map(
        (one): Command => ({
          id: `look.theme-${one.theme}`,
          title: one.title,
          words: 'appearance colours mode switch',
          kind: 'action',
          icon: one.icon,
          run: () => mutate({ theme: one.theme }),
        }),
      ),
      {
        id: 'look.density',
        title: isCompact ? 'Comfortable density' : 'Compact density',
        words: 'appearance rows spacing',
        kind: 'action',
        icon: isCompact ? Rows2 : Rows3,
        run: () => mutate({ density: isCompact ? 'comfortable' : 'compact' }),
      },
      {
        id: 'look.time-zone',
        title: isUtc ? 'Show times in local time' : 'Show times in UTC',
        words: 'clock time zone utc local',
        kind: 'action',
        icon: Clock,
        run: () => mutate({ timeZone: isUtc ? 'local' : 'utc' }),
      },
    ];
  }, [theme, density, timeZone, mutate]);
}

/** The one switch of isolation; connecting is asked about where it is switched. */
export function useIsolationCommands(): readonly Command[] {
  const client = useClient();
  const navigate = useNavigate();
  const sayError = useErrorToast();
  const isolation = useQuery({
    queryKey: ['isolation'],
    queryFn: () => client.call(isolationContract.get, {}),
  }).data;
  return useMemo(() => {
    if (isolation === undefined || isolation.isForced) return [];
    return [
      isolation.isIsolated
        ? {
            id: 'isolation.connect',
            title: 'Connect this workspace',
            words: 'network isolation offline leave end',
            kind: 'action',
            icon: ShieldOff,
            needs: 'workspace.manage',
            run: () => navigate('/settings/network'),
          }
        : {
            id: 'isolation.isolate',
            title: 'Isolate this workspace',
            words: 'network isolation offline disconnect cut alone',
            kind: 'action',
            icon: ShieldCheck,
            needs: 'workspace.manage',
            run: () =>
              void client
                .call(isolationContract.change, { body: { isIsolated: true } })
                .catch(sayError),
          },
    ];
  }, [isolation, client, navigate, sayError]);
}

export function useSessionCommands(): readonly Command[] {
  const host = useHost();
  const { palette, chat } = useServices();
  return useMemo(
    () => [
      {
        id: 'shell.chat',
        title: 'Open the assistant chat',
        words: 'ask question help',
        kind: 'action',
        icon: MessageSquareText,
        run: () => chat.getState().setOpen(true),
      },
      {
        id: 'shell.shortcuts',
        title: 'Keyboard shortcuts',
        words: 'keys help sheet',
        kind: 'action',
        icon: Keyboard,
        keys: SHEET_KEY,
        run: () => palette.getState().show('shortcuts'),
      },
      {
        id: 'shell.sign-out',
        title: 'Sign out',
        words: 'log out leave end session',
        kind: 'action',
        icon: LogOut,
        run: () => host.navigate('/api/logout'),
      },
    ],
    [host, palette, chat],
  );
}

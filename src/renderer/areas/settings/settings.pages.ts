import {
  Bell,
  Blocks,
  Bot,
  Gauge,
  Gavel,
  Grid3x3,
  HardDrive,
  Hourglass,
  Info,
  ListChecks,
  type LucideIcon,
  Paintbrush,
  RefreshCw,
  Scale,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react';

export interface SettingsPage {
  /** The last part of the address: `/settings/<name>`. */
  readonly name: string;
  /** In the nav, and the heading of the page. */
  readonly label: string;
  readonly purpose: string;
  readonly icon: LucideIcon;
  readonly group: SettingsGroup;
  /** `async () => ({ default: (await import('./x-page.tsx')).XPage })` within `lazy`. */
  readonly Page: LazyExoticComponent<ComponentType>;
}

export const SETTINGS_GROUPS = ['You', 'Workspace', 'Installation'] as const;
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

async function modelSettings(isLog: boolean) {
  const { ModelSettings } = await import('../models/model-settings.embed.tsx');
  return { default: () => createElement(ModelSettings, { isLog }) };
}

/** In the order of the nav; the first is where `/settings` leads. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  {
    name: 'account',
    label: 'Account',
    purpose: 'Your name, how you sign in, and where you are signed in',
    icon: UserRound,
    group: 'You',
    Page: lazy(async () => ({ default: (await import('./account-page.tsx')).AccountPage })),
  },
  {
    name: 'appearance',
    label: 'Appearance',
    purpose: 'How the page looks, on every computer you sign in from',
    icon: Paintbrush,
    group: 'You',
    Page: lazy(async () => ({ default: (await import('./appearance-page.tsx')).AppearancePage })),
  },
  {
    name: 'notifications',
    label: 'Notifications',
    purpose: 'What you are told about, and where',
    icon: Bell,
    group: 'You',
    Page: lazy(async () => ({
      default: (await import('./notifications-page.tsx')).NotificationsPage,
    })),
  },
  {
    name: 'people',
    label: 'People and roles',
    purpose: 'Who has an account here, and what each role may do',
    icon: UsersRound,
    group: 'Workspace',
    Page: lazy(async () => ({ default: (await import('./people-page.tsx')).PeoplePage })),
  },
  {
    name: 'baselines',
    label: 'Baselines',
    purpose: 'What the figures of the dashboard are measured against',
    icon: Scale,
    group: 'Workspace',
    Page: lazy(async () => ({ default: (await import('./baselines-page.tsx')).BaselinesPage })),
  },
  {
    name: 'closing',
    label: 'Closing alerts',
    purpose: 'What a closing must say, and the notes it can begin with',
    icon: Gavel,
    group: 'Workspace',
    Page: lazy(async () => ({ default: (await import('./closing-page.tsx')).ClosingPage })),
  },
  {
    name: 'checklists',
    label: 'Checklists',
    purpose: 'The steps that analysts tick on alerts of a kind',
    icon: ListChecks,
    group: 'Workspace',
    Page: lazy(async () => ({ default: (await import('./checklists-page.tsx')).ChecklistsPage })),
  },
  {
    name: 'retention',
    label: 'Retention',
    purpose: 'How long what is over is kept',
    icon: Hourglass,
    group: 'Workspace',
    Page: lazy(async () => ({ default: (await import('./retention-page.tsx')).RetentionPage })),
  },
  {
    name: 'models',
    label: 'Models',
    purpose: 'Which language model helps, what it may cost, and what it was sent',
    icon: Bot,
    group: 'Installation',
    Page: lazy(() => modelSettings(false)),
  },
  {
    name: 'attack',
    label: 'ATT&CK',
    purpose: 'Which table of techniques and mitigations is in use, and its update from a file',
    icon: Grid3x3,
    group: 'Installation',
    Page: lazy(async () => ({
      default: (await import('../assistant/attack-settings.embed.tsx')).AttackSettings,
    })),
  },
  {
    name: 'network',
    label: 'Network',
    purpose: 'Whether anything may leave this machine, what waits, and everything that left',
    icon: ShieldCheck,
    group: 'Installation',
    Page: lazy(async () => ({
      default: (await import('../isolation/network.embed.tsx')).NetworkPage,
    })),
  },
  {
    name: 'sync',
    label: 'Sync',
    purpose:
      'Whom this workspace is shared with, how sync goes, and what two people changed at once',
    icon: RefreshCw,
    group: 'Installation',
    Page: lazy(async () => ({
      default: (await import('../sync/sync-settings.embed.tsx')).SyncSettings,
    })),
  },
  {
    name: 'integrations',
    label: 'Integrations',
    purpose: 'Which tools are recorded in this workspace',
    icon: Blocks,
    group: 'Installation',
    Page: lazy(async () => ({
      default: (await import('./integrations-page.tsx')).IntegrationsPage,
    })),
  },
  {
    name: 'data',
    label: 'Data',
    purpose: 'Where the workspace is kept, its backup, restore and export',
    icon: HardDrive,
    group: 'Installation',
    Page: lazy(async () => ({ default: (await import('./data-page.tsx')).DataPage })),
  },
  {
    name: 'performance',
    label: 'Performance',
    purpose: 'How fast each action is, here and in the core',
    icon: Gauge,
    group: 'Installation',
    Page: lazy(async () => ({
      default: (await import('./performance-page.tsx')).PerformancePage,
    })),
  },
  {
    name: 'about',
    label: 'About',
    purpose: 'Version, formats, and the licences of what is bundled',
    icon: Info,
    group: 'Installation',
    Page: lazy(async () => ({ default: (await import('./about-page.tsx')).AboutPage })),
  },
];

/** Pages under a page of the nav: `/settings/<name>/<part>`. */
export const SETTINGS_PARTS: readonly (SettingsPage & { readonly part: string })[] = [
  {
    name: 'models',
    part: 'calls',
    label: 'Calls to models',
    purpose: 'What left this machine, what came back, and what it cost',
    icon: Bot,
    group: 'Installation',
    Page: lazy(() => modelSettings(true)),
  },
];

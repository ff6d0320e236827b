import {
  Blocks,
  Building2,
  CalendarDays,
  ClipboardCheck,
  ClipboardList,
  EyeOff,
  FileStack,
  Fingerprint,
  GraduationCap,
  HeartPulse,
  LayoutDashboard,
  type LucideIcon,
  Microscope,
  ScrollText,
  Settings,
  ShieldCheck,
  Siren,
  TrendingUp,
} from 'lucide-react';

/** A signed-in screen: where it is, what it is called, how it is reached by the keyboard. */
export interface Screen {
  readonly path: string;
  /** In the sidebar. */
  readonly label: string;
  /** The heading of the screen. */
  readonly title: string;
  readonly purpose: string;
  readonly loading: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly goKey: string;
  /** False where this version has no such screen yet. */
  readonly isBuilt: boolean;
}

/** In the order of the sidebar. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    label: 'Dashboard',
    title: 'Security Operations Dashboard',
    purpose: 'Real-time security monitoring and compliance oversight',
    loading: 'Loading dashboard...',
    icon: LayoutDashboard,
    goKey: 'd',
    isBuilt: true,
  },
  {
    path: '/alerts',
    label: 'Alerts & Incidents',
    title: 'Alert & Incident Management',
    purpose: 'AI-powered security operations center',
    loading: 'Loading alerts...',
    icon: Siren,
    goKey: 'a',
    isBuilt: true,
  },
  {
    path: '/forensics',
    label: 'Incident Forensics',
    title: 'Incident Forensics',
    purpose: 'Investigations, indicators and timelines of incidents',
    loading: 'Loading investigations...',
    icon: Microscope,
    goKey: 'f',
    isBuilt: true,
  },
  {
    path: '/compliance',
    label: 'Compliance',
    title: 'Compliance Management',
    purpose: 'Frameworks, controls and their gaps',
    loading: 'Loading compliance data...',
    icon: ShieldCheck,
    goKey: 'c',
    isBuilt: true,
  },
  {
    path: '/risk',
    label: 'Risk Management',
    title: 'Risk Management',
    purpose: 'The risk register and its treatment',
    loading: 'Loading risks...',
    icon: TrendingUp,
    goKey: 'r',
    isBuilt: true,
  },
  {
    path: '/policies',
    label: 'Policies',
    title: 'Policy Management',
    purpose: 'Policies, their versions and their approval',
    loading: 'Loading policies...',
    icon: ScrollText,
    goKey: 'p',
    isBuilt: true,
  },
  {
    path: '/evidence',
    label: 'Evidence',
    title: 'Evidence Management',
    purpose: 'Evidence of controls and its validity',
    loading: 'Loading evidence...',
    icon: FileStack,
    goKey: 'e',
    isBuilt: true,
  },
  {
    path: '/vendors',
    label: 'Vendor Risk',
    title: 'Vendor Risk Management',
    purpose: 'Vendors, their tiers and their reviews',
    loading: 'Loading vendors...',
    icon: Building2,
    goKey: 'v',
    isBuilt: true,
  },
  {
    path: '/audits',
    label: 'Audit Support',
    title: 'Audit Support',
    purpose: 'Audits from planning to report',
    loading: 'Loading audit data...',
    icon: ClipboardCheck,
    goKey: 'u',
    isBuilt: true,
  },
  {
    path: '/integrations',
    label: 'Integrations',
    title: 'Security Integrations',
    purpose: 'Connections to the tools that detect and protect',
    loading: 'Loading integrations...',
    icon: Blocks,
    goKey: 'i',
    isBuilt: true,
  },
  {
    path: '/training',
    label: 'Training Portal',
    title: 'Analysts Training Portal',
    purpose: 'Worked examples of detection and response',
    loading: 'Loading training portal...',
    icon: GraduationCap,
    goKey: 't',
    isBuilt: true,
  },
];

/** Reached from the dashboard's menu. */
export const CALENDAR_SCREEN: Omit<Screen, 'goKey'> = {
  path: '/calendar',
  label: 'Calendar',
  title: 'Calendar',
  purpose: 'Every date of the workspace by which something is due',
  loading: 'Loading calendar...',
  icon: CalendarDays,
  isBuilt: true,
};

/** Reached from wherever an entity is shown. */
export const ENTITY_SCREEN: Omit<Screen, 'goKey'> = {
  path: '/entity',
  label: 'Entities',
  title: 'Entities',
  purpose: 'Hosts, accounts, addresses, file hashes and mailboxes that alerts name',
  loading: 'Loading entity...',
  icon: Fingerprint,
  isBuilt: true,
};

/** Reached from the head of the desk. */
export const HANDOVER_SCREEN: Omit<Screen, 'goKey'> = {
  path: '/handover',
  label: 'Shift Handover',
  title: 'Shift Handover',
  purpose: 'What was done since a time, and what waits for the next shift',
  loading: 'Loading handovers...',
  icon: ClipboardList,
  isBuilt: true,
};

/** Reached from the head of the desk and the explanation of an alert. */
export const AUTOMATION_SCREEN: Omit<Screen, 'goKey'> = {
  path: '/automation',
  label: 'Analyst Health',
  title: 'Analyst Health',
  purpose: 'How well the engine does on this desk, and what it may close by itself',
  loading: 'Loading health...',
  icon: HeartPulse,
  isBuilt: true,
};

/** Reached from the forensic tools; one of them below it. */
export const RULES_SCREEN: Omit<Screen, 'goKey'> = {
  path: '/forensics/rules',
  label: 'Detection Rules',
  title: 'Detection Rules',
  purpose: 'Sigma and YARA rules that run over the evidence of investigations',
  loading: 'Loading rules...',
  icon: ScrollText,
  isBuilt: true,
};
export const RULE_SCREEN: Omit<Screen, 'goKey'> = {
  ...RULES_SCREEN,
  path: '/forensics/rules/:id',
};

/** Reached from the head of the desk. */
export const SUPPRESSIONS_SCREEN: Omit<Screen, 'goKey'> = {
  path: '/suppressions',
  label: 'Suppression',
  title: 'Suppression',
  purpose: 'Rules that keep known noise out of the queue',
  loading: 'Loading rules...',
  icon: EyeOff,
  isBuilt: true,
};

/** Reached from the foot of the sidebar; its pages have a nav of their own. */
export const SETTINGS_SCREEN: Omit<Screen, 'goKey'> = {
  path: '/settings',
  label: 'Settings',
  title: 'Settings',
  purpose: 'Your account, this workspace and this installation',
  loading: 'Loading settings...',
  icon: Settings,
  isBuilt: true,
};

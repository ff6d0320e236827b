import type {
  Integration,
  IntegrationStatus,
} from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Run, RunState } from '../../../shared/areas/integrations/runs.contract.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const TYPE_LABELS: Readonly<Record<string, string>> = {
  EDR: 'EDR',
  SIEM: 'SIEM',
  IAM: 'IAM',
  CLOUD: 'Cloud',
  VULNERABILITY: 'Vulnerability',
  THREAT_INTEL: 'Threat intelligence',
  FIREWALL: 'Firewall',
  EMAIL: 'Email',
};

export const STATUS_BADGES: Readonly<Record<IntegrationStatus, readonly [string, BadgeTone]>> = {
  CONNECTED: ['Connected', 'ok'],
  DISCONNECTED: ['Disconnected', 'neutral'],
  ERROR: ['Error', 'bad'],
  PENDING: ['Pending', 'warn'],
};

export const RUN_BADGES: Readonly<Record<RunState, readonly [string, BadgeTone]>> = {
  RUNNING: ['Running', 'accent'],
  DONE: ['Done', 'ok'],
  FAILED: ['Failed', 'bad'],
  HELD: ['Held back', 'warn'],
  CANCELLED: ['Cancelled', 'neutral'],
  INTERRUPTED: ['Interrupted', 'warn'],
};

export const RUN_CAUSES: Readonly<Record<Run['cause'], string>> = {
  schedule: 'On schedule',
  person: 'Asked for',
  more: 'There was more',
};

/** What to do about a failure, by what it is. */
const CURES: Readonly<Record<string, string>> = {
  credentials: 'Give other credentials under Configure, then test them.',
  permission: 'Give the account the right that is named, or configure another account.',
  settings: 'Correct the settings under Configure.',
  'rate-limited': 'Nothing to do: it is asked again when the vendor allows it.',
  unavailable: 'Nothing to do unless it lasts: it is asked again by itself.',
  answer: 'Check that the address leads to the vendor and not to a proxy or a sign-in page.',
  internal: 'The log of this installation says more.',
};

export const cureOf = (kind: string): string => CURES[kind] ?? '';

/** By name, vendor or type, as typed. */
export function isFound(
  one: Pick<Integration, 'name' | 'vendor'> & { readonly type: string },
  typed: string,
): boolean {
  const looked = typed.trim().toLowerCase();
  const texts = [one.name, one.vendor ?? '', one.type, TYPE_LABELS[one.type] ?? ''];
  return looked === '' || texts.some((text) => text.toLowerCase().includes(looked));
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

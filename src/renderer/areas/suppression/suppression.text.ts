import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  EMPTY_SCOPE,
  SCOPE_LABELS,
  type SuppressionScope,
  type SuppressionState,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const STATE_TONES: Readonly<Record<SuppressionState, BadgeTone>> = {
  ACTIVE: 'ok',
  EXPIRING: 'warn',
  EXPIRED: 'neutral',
  ENDED: 'neutral',
};

export const RULE_FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  scope: 'Scope',
  owner: 'Owner',
  reason: 'Reason',
  expiresAt: 'Expires',
  inForceSince: 'In force since',
  controlId: 'Control',
  endedAt: 'Ended',
  endKind: 'How it ended',
  endReason: 'Why it ended',
  reopening: 'At its end',
};

export const REOPENING_TEXT = {
  ALERTS: 'Its open alerts come back to the queue',
  NEW: 'Only what arrives from then on is in the queue',
} as const;

export const alertsText = (count: number): string =>
  count === 1 ? '1 alert' : `${count.toLocaleString()} alerts`;
export const rulesText = (count: number): string =>
  count === 1 ? '1 rule' : `${count.toLocaleString()} rules`;

const TITLE_WORDS = 5;

/** As narrow as the alert allows: its source and detector (or the words of its title), and where it happened. */
export function scopeLike(alert: Alert): SuppressionScope {
  const { source, detector, sourceHost, sourceUser, sourceIp, severity } = alert;
  const words = alert.title.match(/\p{L}{2,}/gu)?.slice(0, TITLE_WORDS) ?? [];
  return {
    ...EMPTY_SCOPE,
    sources: [source],
    detectors: detector === null ? [] : [detector],
    titleWords: detector === null ? words : [],
    hosts: sourceHost === null ? [] : [sourceHost],
    users: sourceHost === null && sourceUser !== null ? [sourceUser] : [],
    addresses: sourceHost === null && sourceUser === null && sourceIp !== null ? [sourceIp] : [],
    maxSeverity: severity,
  };
}

const DAY_MS = 86_400_000;

/** Of a moment, as the date field of this machine has it. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The end of a day of this machine, but no later than the setting allows; '' where it is no day. */
export function expiryOf(day: string, now: number, maxDays: number): string {
  const end = Date.parse(`${day}T23:59:59.999`);
  if (Number.isNaN(end)) return '';
  const last = now + maxDays * DAY_MS;
  return new Date(dayOf(end) === dayOf(last) ? Math.min(end, last) : end).toISOString();
}

/** The field of the form that an issue's path belongs to: `scope.hosts.0` is about the hosts. */
export function fieldOfPath(path: readonly PropertyKey[]): string {
  const [first = 'scope', second] = path.map(String);
  return first === 'scope' && second !== undefined && second in SCOPE_LABELS
    ? `scope.${second}`
    : first;
}

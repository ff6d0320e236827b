import type { NotifyKind } from '../settings/preferences.contract.ts';
import {
  NOTIFICATION_BODY_MAX,
  NOTIFICATION_KINDS,
  NOTIFICATION_TITLE_MAX,
  type NotificationKind,
} from './notifications.contract.ts';

export const KIND_LABELS: Record<NotificationKind, string> = {
  'critical-alert': 'Critical alerts',
  'job-done': 'Jobs done',
  'job-failed': 'Jobs failed',
  'evidence-expiring': 'Evidence expiring',
  'evidence-expired': 'Evidence expired',
  'review-due': 'Reviews due',
  mention: 'Mentions',
  'watched-alert': 'Watched alerts',
  'sync-conflict': 'Sync conflicts',
  other: 'Other',
};

/** The switch of an account's preferences that a kind obeys; null where it cannot be switched off. */
const SWITCHES: Record<NotificationKind, NotifyKind | null> = {
  'critical-alert': 'criticalAlert',
  'job-done': 'jobDone',
  'job-failed': 'jobDone',
  'evidence-expiring': 'evidenceExpiring',
  'evidence-expired': 'evidenceExpiring',
  'review-due': 'reviewDue',
  mention: 'mention',
  'watched-alert': 'watchedAlert',
  'sync-conflict': 'syncConflict',
  other: null,
};

/** Kinds that an account does not want to hear of. */
export function mutedKinds(notify: Readonly<Record<NotifyKind, boolean>>): NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => {
    const name = SWITCHES[kind];
    return name !== null && !notify[name];
  });
}

export function toKind(stored: string): NotificationKind {
  return NOTIFICATION_KINDS.find((kind) => kind === stored) ?? 'other';
}

const LINK_MAX = 1000;

/**
 * Whether a link leads to a screen of this page and nowhere else: one slash (two would be another
 * host), no backslash (which browsers read as a slash), no call of the core.
 */
export function isPageLink(link: string): boolean {
  return (
    link.length <= LINK_MAX &&
    /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(link) &&
    !/^\/api\b/i.test(link)
  );
}

/** Cut at the limit, never within a surrogate pair. */
function bounded(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export interface Message {
  readonly title: string;
  readonly body: string | null;
}

/** A message as it is stored: names of others may be of any length. */
export function boundedMessage({ title, body }: Message): Message {
  return {
    title: bounded(title, NOTIFICATION_TITLE_MAX),
    body: body === null ? null : bounded(body, NOTIFICATION_BODY_MAX),
  };
}

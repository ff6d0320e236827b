/**
 * Shows notifications of the workspace as the operating system's, outside of our window. Defences:
 * only what the signed-in account may read, asked of the core like any page; only while the window
 * has not the focus and the account wants it; text of others is bounded, without markup (which
 * notification servers of Linux read) and without characters that hide or reorder; a click leads to
 * a screen of our own page.
 */
import { notificationSchema } from '../../shared/areas/notifications/notifications.contract.ts';
import {
  findFresh,
  LOOK_AT,
  outsideNotices,
  seenFrom,
} from '../../shared/areas/notifications/notifications.fresh.ts';
import { isPageLink } from '../../shared/areas/notifications/notifications.rules.ts';
import { preferencesSchema } from '../../shared/areas/settings/preferences.contract.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Log } from '../platform/log.ts';
import { APP_ORIGIN } from './app-address.ts';
import type { SignedInFetch } from './session-token.ts';

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly onClick: () => void;
}

export interface NotifierDeps {
  readonly signedIn: SignedInFetch;
  readonly isFocused: () => boolean;
  readonly show: (notification: ShownNotification) => void;
  /** Brings the window to the front, at a screen where there is one to show. */
  readonly open: (link: string | null) => void;
  readonly log: Log;
  /** Where 'new' begins, ms since the epoch. */
  readonly startedAt: number;
}

/** Follows the core's events; the returned function is the listener. */
export function createNotifier(deps: NotifierDeps): (event: ServerEvent) => void {
  let seen = seenFrom(deps.startedAt);
  let isLooking = false;
  let isAskedAgain = false;

  async function look(): Promise<void> {
    const unread = notificationSchema
      .array()
      .parse(await ask(deps.signedIn, `/api/notifications?unread=true&limit=${LOOK_AT}`));
    const { fresh, seen: now } = findFresh(unread, seen);
    seen = now;
    if (fresh.length === 0 || deps.isFocused()) return;
    const { notify } = preferencesSchema.parse(await ask(deps.signedIn, '/api/preferences'));
    if (!notify.desktop) return;
    for (const { title, body, link } of outsideNotices(fresh)) {
      const screen = link !== null && isPageLink(link) ? link : null;
      deps.show({ title, body, onClick: () => deps.open(screen) });
    }
  }

  async function lookUntilQuiet(): Promise<void> {
    isLooking = true;
    do {
      isAskedAgain = false;
      // A session that has just ended, most often: whoever signs in sees what there is.
      await look().catch((cause) => deps.log.warn('notifications could not be read', { cause }));
    } while (isAskedAgain);
    isLooking = false;
  }

  return (event) => {
    if (event.type !== 'changed' || event.resource !== 'notifications') return;
    if (!deps.signedIn.isSignedIn()) return;
    if (isLooking) isAskedAgain = true;
    else void lookUntilQuiet();
  };
}

async function ask(signedIn: SignedInFetch, path: string): Promise<unknown> {
  const request = new Request(new URL(path, APP_ORIGIN), { headers: { origin: APP_ORIGIN } });
  const answer = await signedIn.fetch(request);
  if (!answer.ok) throw new Error(`The core answered ${answer.status}`);
  return answer.json();
}

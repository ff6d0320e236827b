import type { Notification } from './notifications.contract.ts';

/** Up to where an onlooker knows the notifications: what is new is not before `since` and not known. */
export interface Seen {
  readonly since: number;
  readonly known: ReadonlySet<string>;
}

export function seenFrom(since: number): Seen {
  return { since, known: new Set() };
}

/** What is new among the newest unread ones; one that is marked unread again is not. */
export function findFresh(
  unread: readonly Notification[],
  { since, known }: Seen,
): { fresh: Notification[]; seen: Seen } {
  const fresh = unread.filter(
    ({ id, createdAt }) => Date.parse(createdAt) >= since && !known.has(id),
  );
  const newest = unread[0];
  return {
    fresh,
    seen: {
      since: newest ? Math.max(since, Date.parse(newest.createdAt)) : since,
      known: new Set(unread.map(({ id }) => id)),
    },
  };
}

/** How many of the newest are looked at. */
export const LOOK_AT = 20;
/** More than these at once are told by one. */
const SINGLE_AT_ONCE = 3;
const TITLE_MAX = 100;
const BODY_MAX = 200;

/** What is shown outside of our page, by the operating system. */
export interface OutsideNotice {
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
}

/** Oldest first, so that the newest ends on top; many are told by one. */
export function outsideNotices(fresh: readonly Notification[]): OutsideNotice[] {
  if (fresh.length > SINGLE_AT_ONCE) {
    const title = `${fresh.length} new notifications`;
    return [{ title, body: inertText(fresh[0]?.title ?? '', BODY_MAX), link: null }];
  }
  return fresh.toReversed().map(({ title, body, link }) => ({
    title: inertText(title, TITLE_MAX),
    body: inertText(body ?? '', BODY_MAX),
    link,
  }));
}

/** Notification servers of Linux read markup; a look-alike means the same to a reader and nothing to them. */
const LOOKALIKES: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' };

/** Text that is nothing but text wherever it is shown: no markup, nothing that hides or reorders. */
export function inertText(text: string, max: number): string {
  const plain = text
    .replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .replace(/[<>&]/g, (character) => LOOKALIKES[character] ?? ' ')
    .trim();
  const characters = [...plain];
  return characters.length <= max ? plain : `${characters.slice(0, max - 1).join('')}…`;
}

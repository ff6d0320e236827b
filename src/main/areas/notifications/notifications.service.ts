import type {
  Notification,
  NotificationQuery,
  ReadAll,
} from '../../../shared/areas/notifications/notifications.contract.ts';
import { isPageLink, toKind } from '../../../shared/areas/notifications/notifications.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { InboxPosition, InboxRow, NotificationStore } from './notifications.store.ts';

/** A cursor is the place of the last row, opaque to callers. */
function positionToCursor({ createdAt, id }: InboxPosition): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

function cursorToPosition(cursor: string): InboxPosition {
  const match = /^(\d{1,16})\.([\w-]{1,100})$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (!match?.[2]) {
    const message = 'The cursor is not one that this server gave out';
    throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
  }
  return { createdAt: Number(match[1]), id: match[2] };
}

/** A link that leads anywhere but to a screen of ours is left out, whoever stored it. */
function toNotification(row: InboxRow): Notification {
  return {
    ...row,
    kind: toKind(row.kind),
    link: row.link !== null && isPageLink(row.link) ? row.link : null,
    readAt: row.readAt === null ? null : toIso(row.readAt),
    createdAt: toIso(row.createdAt),
  };
}

const unknown = () => new AppError('not-found', 'There is no such notification');

export function createNotificationService(store: NotificationStore) {
  return {
    list(query: NotificationQuery, account: string) {
      const after = query.cursor ? cursorToPosition(query.cursor) : null;
      const { rows, total, hasMore } = store.list(account, query, after);
      const last = rows.at(-1);
      return {
        notifications: rows.map(toNotification),
        total,
        nextCursor: hasMore && last ? positionToCursor(last) : null,
      };
    },
    setRead(id: string, isRead: boolean, account: string): Notification {
      const row = store.setRead(account, id, isRead);
      if (!row) throw unknown();
      return toNotification(row);
    },
    readAll(which: ReadAll, account: string): { changed: number } {
      const changed = store.readAll(account, which);
      if (changed === undefined) throw unknown();
      return { changed };
    },
  };
}
export type NotificationService = ReturnType<typeof createNotificationService>;

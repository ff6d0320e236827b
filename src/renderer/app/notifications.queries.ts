import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import {
  type Notification,
  type NotificationKind,
  notificationsContract,
} from '../../shared/areas/notifications/notifications.contract.ts';
import { LOOK_AT } from '../../shared/areas/notifications/notifications.fresh.ts';
import type { Client } from '../../shared/contract/client.ts';
import { useClient } from '../api/client-context.tsx';
import { useErrorToast } from '../ui/use-error-toast.ts';

const PAGE_SIZE = 30;

export interface CentreFilter {
  readonly kind: NotificationKind | 'all';
  readonly isUnreadOnly: boolean;
}

export function centreQuery(client: Client, { kind, isUnreadOnly }: CentreFilter) {
  return infiniteQueryOptions({
    queryKey: ['notifications', 'list', { kind, isUnreadOnly }],
    queryFn: ({ pageParam }) =>
      client.page(notificationsContract.list, {
        query: {
          limit: PAGE_SIZE,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(kind === 'all' ? {} : { kind }),
          ...(isUnreadOnly ? { unread: 'true' as const } : {}),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The newest unread ones, for what is shown outside of the page. */
export function newestUnreadQuery(client: Client) {
  return queryOptions({
    queryKey: ['notifications', 'newest'],
    queryFn: () =>
      client.call(notificationsContract.list, { query: { unread: 'true', limit: LOOK_AT } }),
  });
}

/** The core announces what a mark changes: list and badge follow by themselves. */
export function useMark() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ id, read }: Pick<Notification, 'id'> & { readonly read: boolean }) =>
      client.call(notificationsContract.update, { params: { id }, body: { read } }),
    onError: useErrorToast(),
  });
}

/** @param upTo The newest that is on the screen; what came in since stays unread. */
export function useMarkAll() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ upTo, kind }: { upTo: string; kind: CentreFilter['kind'] }) =>
      client.call(notificationsContract.readAll, {
        body: { upTo, ...(kind === 'all' ? {} : { kind: [kind] }) },
      }),
    onError: useErrorToast(),
  });
}

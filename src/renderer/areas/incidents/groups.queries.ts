import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import {
  type FingerprintChange,
  groupsContract,
} from '../../../shared/areas/incidents/groups.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { SLOW } from '../../api/query-hints.ts';
import type { Asked } from './group-actions.ts';
import { lookOn } from './look-on.ts';

const PAGE_SIZE = 100;
const MEMBERS_SIZE = 50;

/** What the address says of the list. */
export interface GroupSearch {
  readonly asked: Asked;
  readonly active: string;
  readonly entity: string;
  readonly incident: string;
}

/** Keys begin with the table whose change makes them old. */
const groupKeys = {
  list: (search: GroupSearch) =>
    [isOfAlerts(search.asked) ? 'alert_views' : 'alert_groups', 'groups', search] as const,
  stats: ['alert_groups', 'stats'] as const,
  one: (key: string) => ['alert_groups', 'one', key] as const,
  members: (key: string) => ['alert_groups', 'members', key] as const,
  ofAlert: (id: string) => ['alert_groups', 'of-alert', id] as const,
  fingerprints: ['alert_groups', 'fingerprints'] as const,
  preview: (change: FingerprintChange) => ['alert_groups', 'preview', change] as const,
};

function toQuery({ asked, ...own }: GroupSearch): Record<string, string> {
  const set = Object.entries(own).filter(([, value]) => value !== '');
  return { ...asked, ...Object.fromEntries(set) };
}

/** What its alerts are decides which groups are found; else what is kept of groups. */
const isOfAlerts = (asked: Asked) =>
  Object.keys(asked).some((name) => name !== 'severity' && name !== 'source');

export function groupListQuery(client: Client, search: GroupSearch) {
  return infiniteQueryOptions({
    queryKey: groupKeys.list(search),
    queryFn: ({ pageParam, signal }) =>
      lookOn(
        (cursor, limit) =>
          client.page(groupsContract.list, {
            query: { ...toQuery(search), limit, ...(cursor === null ? {} : { cursor }) } as never,
          }),
        { cursor: pageParam, size: PAGE_SIZE, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function groupStatsQuery(client: Client) {
  return queryOptions({
    queryKey: groupKeys.stats,
    queryFn: () => client.call(groupsContract.stats, {}),
  });
}

export function groupQuery(client: Client, key: string) {
  return queryOptions({
    queryKey: groupKeys.one(key),
    queryFn: () => client.call(groupsContract.get, { params: { key } }),
  });
}

export function groupMembersQuery(client: Client, key: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.members(key),
    queryFn: ({ pageParam }) =>
      client.page(groupsContract.members, {
        params: { key },
        query: { limit: MEMBERS_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function groupOfAlertQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: groupKeys.ofAlert(id),
    queryFn: () => client.call(groupsContract.ofAlert, { params: { id } }),
  });
}

export function fingerprintsQuery(client: Client) {
  return queryOptions({
    queryKey: groupKeys.fingerprints,
    queryFn: () => client.call(groupsContract.fingerprints, {}),
  });
}

export function fingerprintPreviewQuery(client: Client, change: FingerprintChange) {
  return queryOptions({
    queryKey: groupKeys.preview(change),
    meta: SLOW,
    queryFn: () => client.call(groupsContract.previewFingerprint, { body: change }),
    placeholderData: keepPreviousData,
    enabled: change.fields === null || change.fields.length > 0,
  });
}

export function useChangeFingerprint() {
  const client = useClient();
  return useMutation({
    mutationFn: (change: FingerprintChange) =>
      client.call(groupsContract.changeFingerprint, { body: change }),
  });
}

export function useDetach() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ id, isBack }: { id: string; isBack: boolean }) =>
      client.call(isBack ? groupsContract.rejoin : groupsContract.detach, { params: { id } }),
  });
}

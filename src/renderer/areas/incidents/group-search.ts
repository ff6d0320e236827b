import { useAddressParams } from '../../ui/use-address-params.ts';
import type { Asked } from './group-actions.ts';
import type { GroupSearch } from './groups.queries.ts';

const OPEN_GROUP_PARAM = 'group';
const RULES_PARAM = 'rules';

/** @param asked The desk's filter; the address holds what is of groups alone. */
export function useGroupSearch(asked: Asked) {
  const [params, put] = useAddressParams();
  const text = (name: string) => params.get(name) ?? '';
  const search: GroupSearch = {
    asked,
    active: /^(?:true|false)$/.test(text('active')) ? text('active') : '',
    entity: text('entity'),
    incident: text('incident-groups'),
  };
  const change = (name: string, value: string) =>
    put(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const openKey = /^[\da-f]{32}$/.test(text(OPEN_GROUP_PARAM)) ? text(OPEN_GROUP_PARAM) : null;
  return {
    search,
    change,
    openKey,
    open: (key: string | null) => change(OPEN_GROUP_PARAM, key ?? ''),
    isChoosingRules: params.get(RULES_PARAM) === 'open',
    chooseRules: (isOpen: boolean) => change(RULES_PARAM, isOpen ? 'open' : ''),
  };
}
export type GroupAddress = ReturnType<typeof useGroupSearch>;

/** The address of an alert, and of the list of a group's alerts. */
export const alertHref = (id: string) => `/alerts?alert=${encodeURIComponent(id)}`;
export const groupHref = (key: string) => `/alerts?show=groups&group=${key}`;
export const groupAlertsHref = (key: string) =>
  `/alerts?query=${encodeURIComponent(`group:${key}`)}`;
export const GROUPS_HREF = '/alerts?show=groups';
export const RULES_HREF = `${GROUPS_HREF}&${RULES_PARAM}=open`;
export const entityHref = (kind: string, value: string) =>
  `/entity?kind=${kind}&value=${encodeURIComponent(value)}`;

/** The same list with a group opened beside it. */
export function useOpenHref(key: string): string {
  const [params] = useAddressParams();
  const next = new URLSearchParams(params);
  next.set(OPEN_GROUP_PARAM, key);
  return `/alerts?${next}`;
}

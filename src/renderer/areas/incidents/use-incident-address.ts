import { useAddressParams } from '../../ui/use-address-params.ts';
import type { Asked } from './group-actions.ts';
import type { IncidentSearch } from './incidents.queries.ts';

const OPEN_PARAM = 'incident';

/** @param asked The desk's filter; the address holds what is of incidents alone. */
export function useIncidentAddress(asked: Asked) {
  const [params, put] = useAddressParams();
  const text = (name: string) => params.get(name) ?? '';
  const state = text('state');
  const search: IncidentSearch = {
    asked,
    // What needs somebody, unless the address says otherwise.
    state: state === 'closed' ? 'closed' : state === 'any' ? '' : 'active',
    linked: text('linked') === 'yes' ? 'yes' : '',
    sort: text('order') === 'severity' ? 'severity' : '',
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
  return {
    search,
    change,
    openId: text(OPEN_PARAM) || null,
    open: (id: string | null) => change(OPEN_PARAM, id ?? ''),
  };
}
export type IncidentAddress = ReturnType<typeof useIncidentAddress>;

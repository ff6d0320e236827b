import { useCallback, useMemo } from 'react';
import {
  POLICY_CATEGORIES,
  POLICY_STATUSES,
} from '../../../shared/areas/policies/policies.rules.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { PolicyView } from './policies.queries.ts';

const FILTERS = [
  'q',
  'status',
  'category',
  'owner',
  'control',
  'working',
  'outdated',
  'due',
] as const;

function viewOf(params: URLSearchParams): PolicyView {
  const status = POLICY_STATUSES.find((one) => one === params.get('status'));
  const category = POLICY_CATEGORIES.find((one) => one === params.get('category'));
  const q = (params.get('q') ?? '').trimStart().slice(0, 200);
  const [owner, control] = [params.get('owner'), params.get('control')];
  return {
    ...(q === '' ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(category === undefined ? {} : { category }),
    ...(owner ? { owner: owner.slice(0, 100) } : {}),
    ...(control ? { control: control.slice(0, 100) } : {}),
    ...(params.get('working') === 'UNDER_REVIEW' ? { working: 'UNDER_REVIEW' } : {}),
    ...(params.get('outdated') === '1' ? { outdated: '1' } : {}),
    ...(params.get('due') === '1' ? { due: '1' } : {}),
  };
}

export interface PolicyAddress {
  readonly view: PolicyView;
  readonly openId: string | null;
  readonly isCreating: boolean;
  /** Empty takes it out of the address. */
  put(changes: Readonly<Record<string, string>>): void;
  clear(): void;
}

/** What is shown is in the address, so that a figure or a search result can lead to it. */
export function usePolicyAddress(): PolicyAddress {
  const [params, setParams] = useAddressParams();
  const put = useCallback(
    (changes: Readonly<Record<string, string>>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const clear = useCallback(
    () => put(Object.fromEntries(FILTERS.map((name) => [name, '']))),
    [put],
  );
  const view = useMemo(() => viewOf(params), [params]);
  return { view, openId: params.get('policy'), isCreating: params.has('create'), put, clear };
}

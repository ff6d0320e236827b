import { useCallback, useMemo } from 'react';
import { SUPPRESSION_STATES } from '../../../shared/areas/suppression/suppression.rules.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';

/** Which rules are shown; null and '' do not narrow. */
export interface SuppressionView {
  readonly q: string;
  /** One state, or several with commas. */
  readonly state: string | null;
  readonly owner: string | null;
}

const isState = (text: string): boolean =>
  text.split(',').every((one) => (SUPPRESSION_STATES as readonly string[]).includes(one));

/** The address holds the filter and the open rule, so that alerts and notifications lead to it. */
export function useSuppressionAddress() {
  const [params, setParams] = useAddressParams();
  const put = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [key, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const view = useMemo<SuppressionView>(() => {
    const state = params.get('state');
    return {
      q: (params.get('q') ?? '').trimStart().slice(0, 200),
      state: state !== null && isState(state) ? state : null,
      owner: params.get('owner'),
    };
  }, [params]);
  return {
    view,
    put,
    openId: params.get('rule'),
    isAdding: params.has('add'),
    /** The alert whose like is to be hidden. */
    likeAlert: params.get('alert'),
  };
}

export const NO_FILTER = { q: null, state: null, owner: null } as const;

export function isFiltered({ q, state, owner }: SuppressionView): boolean {
  return q !== '' || state !== null || owner !== null;
}

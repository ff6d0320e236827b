import { useCallback, useMemo } from 'react';
import {
  CONTRACT_WINDOWS,
  REVIEW_WINDOWS,
  VENDOR_CATEGORIES,
  VENDOR_STATUSES,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { VendorView } from './vendors.queries.ts';

/** Those of the values that there are; undefined where none is. */
function knownOf(text: string | null, known: readonly string[]): string | undefined {
  const values = (text ?? '').split(',').filter((value) => known.includes(value));
  return values.length === 0 ? undefined : values.join(',');
}

function viewOf(params: URLSearchParams): VendorView {
  const status = knownOf(params.get('status'), VENDOR_STATUSES);
  const tier = knownOf(params.get('tier'), SEVERITIES);
  const category = knownOf(params.get('category'), VENDOR_CATEGORIES);
  const due = params.has('due') ? 'due' : undefined;
  const review = REVIEW_WINDOWS.find((one) => one === params.get('review')) ?? due;
  const contract = CONTRACT_WINDOWS.find((one) => one === params.get('contract'));
  const q = (params.get('q') ?? '').trimStart().slice(0, 200);
  return {
    ...(q === '' ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(tier === undefined ? {} : { tier }),
    ...(category === undefined ? {} : { category }),
    ...(review === undefined ? {} : { review }),
    ...(contract === undefined ? {} : { contract }),
    ...(params.get('documents') === 'expiring' ? { documents: 'expiring' } : {}),
  };
}

export interface VendorAddress {
  readonly view: VendorView;
  readonly openId: string | null;
  readonly isAdding: boolean;
  /** Empty takes it out of the address. */
  put(changes: Readonly<Record<string, string>>): void;
}

/** What is shown is in the address, so that a figure or a search result can lead to it. */
export function useVendorAddress(): VendorAddress {
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
  const view = useMemo(() => viewOf(params), [params]);
  return { view, openId: params.get('vendor'), isAdding: params.has('add'), put };
}

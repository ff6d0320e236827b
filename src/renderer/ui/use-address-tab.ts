import { useAddressParams } from './use-address-params.ts';

const PARAM = 'tab';

/**
 * The chosen tab, kept in the address (`?tab=`), so that a link can lead to it. The first one needs
 * no mention. Choosing another drops what else the address holds: it belongs to the tab that was left.
 */
export function useAddressTab<K extends string>(
  keys: readonly K[],
): readonly [K, (key: string) => void] {
  const [params, setParams] = useAddressParams();
  const named = keys.find((key) => key === params.get(PARAM));
  const first = keys[0];
  if (first === undefined) throw new Error('A screen with tabs has at least one');
  return [named ?? first, (key) => setParams(key === first ? {} : { [PARAM]: key })];
}

import { useCallback, useMemo } from 'react';
import { GAP_REASONS, type GapReasonCode } from '../../../shared/areas/compliance/gaps.contract.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';

export interface GapFilter {
  readonly why: GapReasonCode | null;
  readonly framework: string | null;
  /** The gap that is open, by its control. */
  readonly opened: string | null;
  readonly set: (name: 'why' | 'framework' | 'gap', value: string | null) => void;
  readonly open: (controlId: string) => void;
}

/** What of the analysis is shown, in the address: a figure can link to its rows. */
export function useGapFilter(): GapFilter {
  const [params, setParams] = useAddressParams();
  const set = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: name !== 'gap' },
      ),
    [setParams],
  );
  const open = useCallback((controlId: string) => set('gap', controlId), [set]);
  const why = GAP_REASONS.find((code) => code === params.get('why')) ?? null;
  const framework = params.get('framework');
  const opened = params.get('gap');
  return useMemo(
    () => ({ why, framework, opened, set, open }),
    [why, framework, opened, set, open],
  );
}

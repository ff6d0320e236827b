import { useMemo } from 'react';
import { useAddressParams } from './use-address-params.ts';
import type { ChosenColumns } from './use-data-table.ts';

export const COLUMNS_PARAM = 'columns';

const NONE = '-';

/** The columns that the address names, so that a link and a saved view carry them. */
export function useChosenColumns(): ChosenColumns {
  const [params, put] = useAddressParams();
  const text = params.get(COLUMNS_PARAM);
  return useMemo(
    () => ({
      ids: text === null ? null : text.split(','),
      onChange: (ids) =>
        put(
          (now) => {
            const next = new URLSearchParams(now);
            if (ids === null) next.delete(COLUMNS_PARAM);
            else next.set(COLUMNS_PARAM, ids.join(',') || NONE);
            return next;
          },
          { replace: true },
        ),
    }),
    [text, put],
  );
}

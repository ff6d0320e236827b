import { useCallback, useMemo } from 'react';
import {
  RISK_CATEGORIES,
  RISK_LEVELS,
  RISK_STATUSES,
} from '../../../shared/areas/risk/risks.rules.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';

/** What of the register is shown; null and '' do not narrow. */
export interface RiskView {
  readonly q: string;
  readonly status: string | null;
  readonly category: string | null;
  /** One level, or several with commas. */
  readonly level: string | null;
  readonly owner: string | null;
  /** '4x5': likelihood and impact. */
  readonly cell: string | null;
  readonly residualCell: string | null;
  readonly isOverdue: boolean;
  readonly isAboveAppetite: boolean;
}

const CELL = /^[1-5]x[1-5]$/;

const within = (all: readonly string[], given: string | null) =>
  given?.split(',').every((one) => all.includes(one)) ? given : null;
const cellOf = (given: string | null) => (given !== null && CELL.test(given) ? given : null);

/** The address holds the filter and the open risk, so that figures and search results can lead to it. */
export function useRiskAddress() {
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
  const view = useMemo<RiskView>(
    () => ({
      q: (params.get('q') ?? '').trimStart().slice(0, 200),
      status: within(RISK_STATUSES, params.get('status')),
      category: within(RISK_CATEGORIES, params.get('category')),
      level: within(RISK_LEVELS, params.get('level')),
      owner: params.get('owner'),
      cell: cellOf(params.get('cell')),
      residualCell: cellOf(params.get('residualCell')),
      isOverdue: params.get('overdue') === '1',
      isAboveAppetite: params.get('aboveAppetite') === '1',
    }),
    [params],
  );
  return { view, put, openId: params.get('risk'), isAdding: params.has('add') };
}

export const NO_FILTER = {
  q: null,
  status: null,
  category: null,
  level: null,
  owner: null,
  cell: null,
  residualCell: null,
  overdue: null,
  aboveAppetite: null,
} as const;

export function isFiltered({ q, isOverdue, isAboveAppetite, ...rest }: RiskView): boolean {
  return q !== '' || isOverdue || isAboveAppetite || Object.values(rest).some((v) => v !== null);
}

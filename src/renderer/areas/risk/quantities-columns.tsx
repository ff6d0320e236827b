import type { PortfolioRisk } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { chance, money, perYear } from './quant.text.ts';

type Figure = (row: PortfolioRisk) => number | null;

function amountIn(currency: string) {
  return (
    id: string,
    header: string,
    value: Figure,
    isHiddenAtFirst = false,
  ): DataColumn<PortfolioRisk> => ({
    ...{ id, header, value, align: 'end', minWidth: 132, share: 0.8, isHiddenAtFirst },
    cell: (row) => {
      const found = value(row);
      return <span className="tabular-nums">{found === null ? '—' : money(found, currency)}</span>;
    },
  });
}

export function portfolioColumns(
  currency: string,
  onOpen: (id: string) => void,
): readonly DataColumn<PortfolioRisk>[] {
  const amount = amountIn(currency);
  return [
    {
      id: 'title',
      header: 'Risk',
      value: ({ risk }) => risk.title,
      cell: ({ risk }) => (
        <button
          type="button"
          onClick={() => onOpen(risk.id)}
          className="w-full truncate text-left text-accent-text hover:underline"
        >
          <Untrusted text={risk.title} expand="none" />
        </button>
      ),
      minWidth: 200,
      share: 2,
      isFixed: true,
    },
    amount('before', 'Annualised before', ({ result }) => result?.before.mean ?? null),
    amount('after', 'Annualised after', ({ result }) => result?.after?.mean ?? null),
    amount('p95', 'P95 before', ({ result }) => result?.before.p95 ?? null),
    amount('p95after', 'P95 after', ({ result }) => result?.after?.p95 ?? null, true),
    {
      id: 'chance',
      header: 'Chance of loss',
      value: ({ result }) => result?.before.chanceOfLoss ?? null,
      cell: ({ result }) => (
        <span className="tabular-nums">{result ? chance(result.before.chanceOfLoss) : '—'}</span>
      ),
      align: 'end',
      minWidth: 110,
      share: 0.5,
    },
    {
      id: 'loss',
      header: 'Loss per event, P5 to P95',
      value: ({ inputs }) => inputs.lossHigh,
      cell: ({ inputs }) => (
        <span className="truncate tabular-nums">
          {money(inputs.lossLow, currency)} to {money(inputs.lossHigh, currency)}
        </span>
      ),
      minWidth: 200,
      isHiddenAtFirst: true,
    },
    {
      id: 'frequency',
      header: 'Events per year',
      value: ({ inputs }) => inputs.frequencyHigh,
      cell: ({ inputs }) => (
        <span className="tabular-nums">
          {perYear(inputs.frequencyLow)} to {perYear(inputs.frequencyHigh)}
        </span>
      ),
      align: 'end',
      minWidth: 116,
      share: 0.6,
    },
    {
      id: 'assumptions',
      header: 'Assumptions',
      value: ({ inputs }) => inputs.assumptions,
      minWidth: 180,
      share: 1.6,
    },
  ];
}

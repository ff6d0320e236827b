import type { QuantInputs, QuantResult } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { chance, money, perYear } from './quant.text.ts';

const ROWS = [
  ['Annualised loss (mean)', 'mean'],
  ['Median year (P50)', 'p50'],
  ['1 year in 10 (P90)', 'p90'],
  ['1 year in 20 (P95)', 'p95'],
] as const;

interface QuantFiguresProps {
  inputs: QuantInputs | null;
  result: QuantResult;
  currency: string;
}

/** Figures before and after treatment, one under the other, with the ranges they were drawn from. */
export function QuantFigures({ inputs, result, currency }: QuantFiguresProps) {
  const { before, after } = result;
  const cell = 'py-1 pl-4 text-right tabular-nums whitespace-nowrap';
  const amount = (value: number | undefined) =>
    value === undefined ? <NoFigure /> : money(value, currency);
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Loss of a year before and after treatment</caption>
        <thead className="text-fg-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              Loss of a year
            </th>
            <th scope="col" className={`${cell} font-normal`}>
              Before
            </th>
            <th scope="col" className={`${cell} font-normal`}>
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([label, key]) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal text-fg-muted">
                {label}
              </th>
              <td className={cell}>{amount(before[key])}</td>
              <td className={cell}>{amount(after?.[key])}</td>
            </tr>
          ))}
          <tr className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal text-fg-muted">
              Chance of any loss
            </th>
            <td className={cell}>{chance(before.chanceOfLoss)}</td>
            <td className={cell}>{after === null ? <NoFigure /> : chance(after.chanceOfLoss)}</td>
          </tr>
          {inputs && <Ranges inputs={inputs} currency={currency} cell={cell} />}
        </tbody>
      </table>
    </div>
  );
}

interface RangesProps {
  inputs: QuantInputs;
  currency: string;
  cell: string;
}

function Ranges({ inputs, currency, cell }: RangesProps) {
  const range = (low: number | null, high: number | null, show: (value: number) => string) =>
    low === null || high === null ? 'As before' : `${show(low)} to ${show(high)}`;
  const amount = (value: number) => money(value, currency);
  const rows = [
    {
      label: 'Loss per event, P5 to P95',
      before: range(inputs.lossLow, inputs.lossHigh, amount),
      after: range(inputs.afterLossLow, inputs.afterLossHigh, amount),
    },
    {
      label: 'Events per year, P5 to P95',
      before: range(inputs.frequencyLow, inputs.frequencyHigh, perYear),
      after: range(inputs.afterFrequencyLow, inputs.afterFrequencyHigh, perYear),
    },
  ];
  return rows.map(({ label, before, after }) => (
    <tr key={label} className="border-t border-line">
      <th scope="row" className="py-1 text-left font-normal text-fg-muted">
        {label}
      </th>
      <td className={cell}>{before}</td>
      <td className={cell}>{after}</td>
    </tr>
  ));
}

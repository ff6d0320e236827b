import type { Reconciliation } from '../../../shared/areas/audits/samples.contract.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

const TONES: Record<'AGREES' | 'DIFFERS' | 'UNKNOWN', BadgeTone> = {
  AGREES: 'ok',
  DIFFERS: 'bad',
  UNKNOWN: 'warn',
};
const LABELS = { AGREES: 'Agrees', DIFFERS: 'Differs', UNKNOWN: 'Cannot be told' } as const;
const HEAD = 'py-1 pr-4 text-left font-normal text-fg-muted';
const CELL = 'border-t border-line py-1.5 pr-4 align-top';

/** Whether the list is complete, as far as it can be counted, and what cannot. */
export function SampleReconciliation({ reconciliation }: { reconciliation: Reconciliation }) {
  const figure = (n: number | null) => (n === null ? <NoFigure /> : n.toLocaleString());
  return (
    <div className="flex flex-col gap-5">
      <table className="w-full text-sm">
        <caption className="mb-1 text-left font-semibold text-fg">
          The list against independent counts
        </caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              Check
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Listed
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Counted
            </th>
            <th scope="col" className={HEAD}>
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {reconciliation.checks.map((check) => (
            <tr key={check.title}>
              <td className={CELL}>
                <span className="font-medium text-fg">{check.title}</span>
                <span className="block text-xs text-fg-muted">{check.note}</span>
              </td>
              <td className={`${CELL} text-right tabular-nums`}>{figure(check.listed)}</td>
              <td className={`${CELL} text-right tabular-nums`}>{figure(check.counted)}</td>
              <td className={CELL}>
                <Badge tone={TONES[check.verdict]}>{LABELS[check.verdict]}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <section aria-label="What cannot be reconciled">
        <h3 className="mb-1 text-sm font-semibold text-fg">What cannot be reconciled</h3>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-fg">
          {reconciliation.limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap gap-6">
        {reconciliation.totals.map(({ by, rows }) => (
          <section key={by} aria-label={`Totals by ${by}`} className="min-w-40">
            <h3 className="mb-1 text-sm font-semibold text-fg">By {by}</h3>
            <ul>
              {rows.map(({ value, n }) => (
                <li key={value} className="flex justify-between gap-4 text-fg-muted">
                  <Untrusted text={value} max={60} />
                  <span className="text-fg tabular-nums">{n.toLocaleString()}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

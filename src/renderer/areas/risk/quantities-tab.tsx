import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Portfolio } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { QUANT_METHOD } from '../../../shared/areas/risk/risk-quant.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ExceedanceChart } from './exceedance-chart.tsx';
import { Decide } from './incident-proposal.tsx';
import { portfolioQuery, proposalsQuery } from './quant.queries.ts';
import { chance, money, perYear } from './quant.text.ts';
import { MethodButton } from './quant-method.tsx';
import { QuantSettingsDialog } from './quant-settings-dialog.tsx';
import { portfolioColumns } from './quantities-columns.tsx';
import { countText } from './risks.text.ts';
import { useRiskAddress } from './use-risk-address.ts';

/** The register in currency: all risks with ranges together, and each by itself. */
export function QuantitiesTab() {
  const [currency, setCurrency] = useState<string | null>(null);
  const found = useQuery(portfolioQuery(useClient(), currency));
  const { data } = found;
  if (!data)
    return found.isError ? (
      <ErrorState
        title="The quantities could not be loaded"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    ) : (
      <div role="status" className="flex flex-col gap-2">
        <p className="text-fg-muted">Drawing the years...</p>
        <Skeleton className="h-64 w-full" />
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <Head portfolio={data} onCurrency={setCurrency} />
      <Figures portfolio={data} />
      <Waiting />
      <ExceedanceChart
        title="Loss exceedance of all risks"
        result={data.total}
        currency={data.currency}
        empty={
          data.isComputing
            ? { title: 'Drawing the Years', text: 'The curve stands here once they are drawn.' }
            : {
                title: 'No Ranges Stated',
                text: 'State the loss and frequency of a risk, and 10,000 years are drawn.',
              }
        }
      />
      <Risks portfolio={data} />
    </div>
  );
}

interface HeadProps {
  portfolio: Portfolio;
  onCurrency: (currency: string) => void;
}

function Head({ portfolio, onCurrency }: HeadProps) {
  const { currency, currencies, drawing, unstated, untreated, risks } = portfolio;
  const mayWrite = useMay('risk.write');
  const [isSetting, setIsSetting] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 basis-72 text-fg-muted">
        {drawing.draws.toLocaleString()} draws, seed {drawing.seed}. {countText(unstated, 'risk')}{' '}
        without ranges
        {risks.length > 0 && untreated > 0
          ? `; ${untreated.toLocaleString()} of ${risks.length.toLocaleString()} state none after treatment and count as before`
          : ''}
        .
      </p>
      {currencies.length > 1 && (
        <Segmented
          label="Currency"
          size="sm"
          value={currency}
          onValueChange={onCurrency}
          segments={currencies.map((one) => ({
            value: one.currency,
            label: `${one.currency} (${one.risks.toLocaleString()})`,
          }))}
        />
      )}
      <MethodButton
        title="Formula and inputs"
        lines={[
          ...QUANT_METHOD,
          'Risks in different currencies are not summed: there are no exchange rates here.',
        ]}
        inputs={[
          ['Currency', currency],
          ['Risks', risks.length.toLocaleString()],
          ['Draws', drawing.draws.toLocaleString()],
          ['Seed', String(drawing.seed)],
        ]}
      />
      {mayWrite && (
        <Button size="sm" icon={<Settings2 aria-hidden />} onClick={() => setIsSetting(true)}>
          Currency and seed
        </Button>
      )}
      {isSetting && (
        <QuantSettingsDialog
          settings={{ currency: portfolio.defaultCurrency, seed: drawing.seed }}
          onClose={() => setIsSetting(false)}
        />
      )}
    </div>
  );
}

function Figures({ portfolio: { total, currency, isComputing } }: { portfolio: Portfolio }) {
  const amount = (value: number | undefined) =>
    value === undefined ? null : money(value, currency);
  const after = total?.after ?? undefined;
  const cut =
    total && after && total.before.mean > 0
      ? `${chance(1 - after.mean / total.before.mean)} less than before`
      : 'No treatment stated';
  const loading = isComputing && total === null;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Stat
        label="Annualised loss before treatment"
        value={amount(total?.before.mean)}
        note="Mean of all drawn years"
        loading={loading}
      />
      <Stat
        label="Annualised loss after treatment"
        value={amount(after?.mean)}
        note={cut}
        loading={loading}
      />
      <Stat
        label="1 year in 20 before treatment"
        value={amount(total?.before.p95)}
        note={total ? `After: ${amount(after?.p95) ?? '—'}` : ''}
        loading={loading}
      />
      <Stat
        label="Chance of any loss in a year"
        value={total ? chance(total.before.chanceOfLoss) : null}
        note={after ? `After: ${chance(after.chanceOfLoss)}` : ''}
        loading={loading}
      />
    </div>
  );
}

/** Likelihoods that incidents propose; they change only by a person. */
function Waiting() {
  const { data } = useQuery(proposalsQuery(useClient()));
  if (!data || data.rows.length === 0) return null;
  return (
    <Card
      title="Likelihoods proposed by incidents"
      note={countText(data.total ?? data.rows.length, 'proposal')}
      bodyClassName="p-0"
    >
      <ul className="divide-y divide-line">
        {data.rows.map((proposal) => (
          <li key={proposal.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <span className="min-w-0 flex-1 basis-72">
              <Link
                to={`/risk?tab=quantities&risk=${encodeURIComponent(proposal.risk.id)}`}
                className="text-accent-text hover:underline"
              >
                <Untrusted text={proposal.risk.title} max={120} expand="none" />
              </Link>
              <span className="block text-xs text-fg-muted">
                Likelihood {proposal.fromLikelihood} to {proposal.toLikelihood}:{' '}
                {countText(proposal.caseCount, 'case')} in {proposal.exposureYears.toFixed(1)}{' '}
                years, {perYear(proposal.prior.mean)} to {perYear(proposal.posterior.mean)} events
                per year
              </span>
            </span>
            <Decide proposal={proposal} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Risks({ portfolio }: { portfolio: Portfolio }) {
  const { put } = useRiskAddress();
  const { currency } = portfolio;
  const columns = useMemo(
    () => portfolioColumns(currency, (id) => put({ risk: id })),
    [currency, put],
  );
  return (
    <DataTable
      label="Loss by risk"
      columns={columns}
      rows={portfolio.risks}
      rowId={({ risk }) => risk.id}
      rowName={({ risk }) => risk.title}
      sort={{ id: 'before', direction: 'descending' }}
      storageKey="risk-quantities"
      onOpen={({ risk }) => put({ risk: risk.id })}
      className="max-h-[60vh]"
      toolbar={
        <h2 className="text-sm font-semibold text-fg">
          Loss by risk <span className="font-normal text-fg-muted">{currency} a year</span>
        </h2>
      }
      empty={
        <EmptyState
          title="No Ranges Stated"
          text="Open a risk of the register and state what an event costs and how often it happens."
        />
      }
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type RiskQuantities,
  riskQuantContract,
} from '../../../shared/areas/risk/risk-quant.contract.ts';
import { QUANT_METHOD } from '../../../shared/areas/risk/risk-quant.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ExceedanceChart } from './exceedance-chart.tsx';
import { IncidentPanel } from './incident-panel.tsx';
import { quantitiesQuery } from './quant.queries.ts';
import { QUANT_LABELS } from './quant.text.ts';
import { QuantDialog } from './quant-dialog.tsx';
import { QuantFigures } from './quant-figures.tsx';
import { MethodButton } from './quant-method.tsx';
import { RiskPart } from './risk-part.tsx';
import { useRiskCall } from './risks.queries.ts';

/** What the drawer shows of a risk in currency. */
export interface QuantRisk {
  readonly id: string;
  readonly title: string;
}

/** One risk in currency, and what incidents say about how often it happens. */
export function RiskQuantPanel({ risk }: { risk: QuantRisk }) {
  return (
    <>
      <InCurrency risk={risk} />
      <IncidentPanel risk={risk} />
    </>
  );
}

function InCurrency({ risk }: { risk: QuantRisk }) {
  const found = useQuery(quantitiesQuery(useClient(), risk.id));
  const mayWrite = useMay('risk.write');
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const { data } = found;
  const close = () => setAsking(null);
  return (
    <RiskPart
      title="Loss in currency"
      actions={
        <span className="flex flex-wrap items-center gap-1.5">
          {data?.inputs && <MethodButton {...methodOf(data)} />}
          {mayWrite && data && (
            <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setAsking('edit')}>
              {data.inputs ? 'Change ranges' : 'State ranges'}
            </Button>
          )}
          {mayWrite && data?.inputs && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 aria-hidden />}
              label="Take the ranges back"
              title="Take the ranges back"
              onClick={() => setAsking('remove')}
            />
          )}
        </span>
      }
    >
      {data ? (
        <Content quantities={data} />
      ) : found.isError ? (
        <ErrorState
          title="The quantities could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
      {asking === 'edit' && data && <QuantDialog risk={risk} quantities={data} onClose={close} />}
      {asking === 'remove' && <TakeBack id={risk.id} onClose={close} />}
    </RiskPart>
  );
}

function methodOf({ inputs, currency, drawing }: RiskQuantities) {
  const stated = inputs
    ? Object.entries(QUANT_LABELS).flatMap(([field, label]): (readonly [string, string])[] => {
        const value = inputs[field as keyof typeof inputs];
        if (value === undefined || value === null || field === 'currency') return [];
        return [[label, typeof value === 'number' ? value.toLocaleString() : value]];
      })
    : [];
  return {
    title: 'Formula and inputs',
    lines: QUANT_METHOD,
    inputs: [
      ['Currency', currency] as const,
      ...stated,
      ['Draws', drawing.draws.toLocaleString()] as const,
      ['Seed', String(drawing.seed)] as const,
    ],
  };
}

function Content({ quantities }: { quantities: RiskQuantities }) {
  const { inputs, result, currency, drawing, isComputing } = quantities;
  if (!inputs)
    return (
      <p className="text-fg-muted">
        No ranges stated. With the 5th and 95th percentile of a loss and of events per year, 10,000
        years are drawn.
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      {result ? (
        <>
          <QuantFigures inputs={inputs} result={result} currency={currency} />
          {result.after !== null && result.after.mean > result.before.mean && (
            <p className="text-warn">
              The annualised loss after treatment is above the one before: its range is wider.
            </p>
          )}
          <ExceedanceChart
            title="Loss exceedance of this risk"
            result={result}
            currency={currency}
            empty={{ title: 'No Loss Drawn', text: 'No drawn year had a loss.' }}
          />
        </>
      ) : (
        <p role="status" className="text-fg-muted">
          {isComputing ? 'Drawing the years...' : 'The years could not be drawn.'}
        </p>
      )}
      {inputs.assumptions !== null && (
        <p className="text-fg-muted [overflow-wrap:anywhere]">
          Assumptions: <Untrusted text={inputs.assumptions} newlines="keep" max={600} />
        </p>
      )}
      <p className="text-xs text-fg-muted">
        Stated by <Untrusted text={inputs.statedBy ?? 'Watchfloor'} max={80} expand="none" />{' '}
        <DateTime value={inputs.updatedAt} /> · {drawing.draws.toLocaleString()} draws, seed{' '}
        {drawing.seed}
      </p>
    </div>
  );
}

function TakeBack({ id, onClose }: { id: string; onClose: () => void }) {
  const remove = useRiskCall(
    (client, _: null) => client.call(riskQuantContract.removeQuantities, { params: { id } }),
    { done: 'Quantities removed', failed: 'Failed to remove the quantities' },
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Take the ranges back?"
      text="The risk then counts in no figure in currency. Its history keeps what was stated."
      confirmLabel="Take back"
      tone="destructive"
      onConfirm={() => remove.mutate(null, { onSuccess: onClose })}
    />
  );
}

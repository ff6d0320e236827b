/** What the residual of a risk is computed from: every input, the formula, and one's own assessment. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  CONTROL_WEIGHT_LABELS,
  type ControlWeight,
} from '../../../shared/areas/risk/residual.rules.ts';
import {
  type ResidualExplanation,
  type Risk,
  risksContract,
} from '../../../shared/areas/risk/risks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { OwnResidualDialog } from './own-residual-dialog.tsx';
import { residualQuery, useRiskCall } from './risks.queries.ts';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  NOT_ASSESSED: 'Not assessed',
  COMPLIANT: 'Compliant',
  PARTIALLY_COMPLIANT: 'Partially compliant',
  NON_COMPLIANT: 'Non-compliant',
};

interface ResidualDialogProps {
  risk: Risk;
  onClose: () => void;
}

export function ResidualDialog({ risk, onClose }: ResidualDialogProps) {
  const found = useQuery(residualQuery(useClient(), risk.id));
  const mayWrite = useMay('risk.write');
  const [asking, setAsking] = useState<'own' | 'withdraw' | null>(null);
  const withdraw = useRiskCall(
    (client, reason: string) =>
      client.call(risksContract.setResidual, {
        params: { id: risk.id },
        body: { residualRisk: null, reason },
      }),
    { done: 'Risk updated successfully', failed: 'Failed to update risk' },
  );
  const isOwn = found.data?.basis === 'PERSON';
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="How the residual risk is computed"
      description={<Untrusted text={risk.title} max={160} expand="none" />}
      footer={
        mayWrite && (
          <>
            {isOwn && <Button onClick={() => setAsking('withdraw')}>Use the formula</Button>}
            <Button onClick={() => setAsking('own')}>Assess it yourself</Button>
          </>
        )
      }
    >
      {found.data ? (
        <Explanation found={found.data} />
      ) : found.isError ? (
        <ErrorState
          title="The computation could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
      {asking === 'own' && <OwnResidualDialog risk={risk} onClose={() => setAsking(null)} />}
      {asking === 'withdraw' && (
        <ReasonDialog
          title="Use the formula"
          description="The own assessment ends; the residual is computed again from here on."
          label="Use the formula"
          pendingLabel="Saving..."
          isPending={withdraw.isPending}
          onClose={() => setAsking(null)}
          onReason={(reason) => withdraw.mutate(reason, { onSuccess: () => setAsking(null) })}
        />
      )}
    </Dialog>
  );
}

function formulaText(found: ResidualExplanation): string {
  if (found.computedBasis === 'CREATION')
    return `No linked control counts: ${found.atCreation} × ${found.inherent} = ${found.computed}`;
  const taken = found.controls.reduce((sum, { reduction }) => sum + reduction, 0);
  return `${found.inherent} − ${taken.toFixed(2)} = ${found.computed}; at most ${found.maxReduction} of the inherent risk can be taken away, by each control's share of the weights times its assurance`;
}

function Explanation({ found }: { found: ResidualExplanation }) {
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <dt className="text-fg-muted">Inherent risk</dt>
        <dd className="text-fg tabular-nums">
          {found.likelihood} × {found.impact} = {found.inherent}
        </dd>
        <dt className="text-fg-muted">Formula</dt>
        <dd className="text-fg">
          <code className="font-mono text-xs">{found.formula}</code>: {formulaText(found)}
        </dd>
        <dt className="text-fg-muted">The formula gives</dt>
        <dd className="text-fg tabular-nums">{found.computed}</dd>
        <dt className="text-fg-muted">Residual risk</dt>
        <dd className="font-semibold text-fg tabular-nums">{found.residual}</dd>
      </dl>
      {found.assessment && <Assessment found={found} />}
      <Controls controls={found.controls} />
    </div>
  );
}

function Assessment({ found }: { found: ResidualExplanation }) {
  const { assessment } = found;
  if (assessment === null) return null;
  return (
    <p className="rounded-md border border-warn p-3 text-fg">
      <span className="font-semibold">Own assessment: </span>
      {found.residual} in place of {found.computed}, by{' '}
      <Untrusted text={assessment.byName ?? 'somebody'} max={80} />
      {assessment.at !== null && (
        <>
          {' '}
          on <DateTime value={assessment.at} />
        </>
      )}
      .{' '}
      {assessment.reason !== null && (
        <Untrusted text={assessment.reason} max={1000} newlines="keep" />
      )}
    </p>
  );
}

function Controls({ controls }: { controls: ResidualExplanation['controls'] }) {
  if (controls.length === 0)
    return <p className="text-fg-muted">No control is linked to this risk.</p>;
  return (
    <ScrollRegion label="Linked controls and what they take away">
      <table className="w-full text-xs">
        <thead className="text-left text-fg-muted">
          <tr>
            {['Control', 'Status', 'Assurance', 'Weight', 'Share', 'Takes away'].map(
              (name, place) => (
                <th
                  key={name}
                  scope="col"
                  className={`py-1 pr-3 font-normal ${place > 1 ? 'text-right' : ''}`}
                >
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {controls.map((control) => (
            <tr key={control.id} className="border-t border-line align-top">
              <td className="py-1.5 pr-3">
                <Link
                  to={`/compliance?tab=controls&control=${encodeURIComponent(control.id)}`}
                  className="text-accent-text underline-offset-2 hover:underline"
                >
                  <Untrusted text={`${control.ref} ${control.title}`} max={90} expand="none" />
                </Link>
                <br />
                <span className="text-fg-muted">
                  <Untrusted text={control.framework} max={60} expand="none" />
                </span>
              </td>
              <td className="py-1.5 pr-3">
                {control.counts
                  ? (STATUS_WORDS[control.status] ?? control.status)
                  : 'Does not apply'}
              </td>
              <td className="py-1.5 pr-3 text-right">
                {control.assurance === null ? <NoFigure /> : `${control.assurance.toFixed(1)}%`}
              </td>
              <td className="py-1.5 pr-3 text-right">
                {CONTROL_WEIGHT_LABELS[control.weight as ControlWeight]} ({control.weight})
              </td>
              <td className="py-1.5 pr-3 text-right">{(control.share * 100).toFixed(0)}%</td>
              <td className="py-1.5 pr-3 text-right">{control.reduction.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

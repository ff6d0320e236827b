import { useState } from 'react';
import {
  PRIOR_LABELS,
  type Proposal,
  type ProposalState,
} from '../../../shared/areas/risk/incident.contract.ts';
import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { CaseList } from './incident-cases.tsx';
import { perYear } from './quant.text.ts';
import { useRiskCall } from './risks.queries.ts';
import { countText } from './risks.text.ts';

const STATES: Record<ProposalState, { readonly word: string; readonly tone: BadgeTone }> = {
  PENDING: { word: 'Proposed', tone: 'warn' },
  CONFIRMED: { word: 'Confirmed', tone: 'ok' },
  DISMISSED: { word: 'Dismissed', tone: 'neutral' },
  WITHDRAWN: { word: 'No longer proposed', tone: 'neutral' },
};

/** A proposed likelihood with what speaks for it; a person decides. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { state, fromLikelihood, toLikelihood, prior, posterior, cases } = proposal;
  const { word, tone } = STATES[state];
  return (
    <article
      aria-label={`Likelihood ${fromLikelihood} to ${toLikelihood}`}
      className="flex flex-col gap-2 rounded-md border border-line px-3 py-2"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="font-semibold text-fg">
          Likelihood {fromLikelihood} to {toLikelihood}
        </span>
        <span className="text-xs text-fg-muted">
          <DateTime value={proposal.createdAt} />
        </span>
      </p>
      <p className="text-fg-muted">
        {countText(proposal.caseCount, 'case')} in {proposal.exposureYears.toFixed(1)} years (
        {proposal.exposureFrom} to {proposal.exposureTo}). Events per year: {perYear(prior.mean)} by
        the {PRIOR_LABELS[proposal.priorSource]}, {perYear(posterior.mean)} with the cases (
        {perYear(posterior.low)} to {perYear(posterior.high)}).
      </p>
      {state !== 'PENDING' && cases.length > 0 && (
        <details>
          <summary className="cursor-pointer text-fg-muted hover:text-fg">Cases behind it</summary>
          <div className="mt-1">
            <CaseList riskId={null} cases={cases} />
          </div>
        </details>
      )}
      {proposal.decidedAt !== null && (
        <p className="text-xs text-fg-muted [overflow-wrap:anywhere]">
          {word} by <Untrusted text={proposal.decidedBy ?? 'Unknown account'} max={80} />{' '}
          <DateTime value={proposal.decidedAt} />:{' '}
          <Untrusted text={proposal.reason ?? ''} max={300} />
        </p>
      )}
      {state === 'PENDING' && <Decide proposal={proposal} />}
    </article>
  );
}

export function Decide({ proposal }: { proposal: Proposal }) {
  const mayWrite = useMay('risk.write');
  const [verdict, setVerdict] = useState<'confirm' | 'dismiss' | null>(null);
  const { id, fromLikelihood, toLikelihood, risk } = proposal;
  const isConfirm = verdict === 'confirm';
  const decide = useRiskCall(
    (client, reason: string) =>
      client.call(
        isConfirm ? riskQuantContract.confirmProposal : riskQuantContract.dismissProposal,
        { params: { id }, body: { reason } },
      ),
    {
      done: isConfirm ? 'Likelihood changed' : 'Proposal dismissed',
      failed: isConfirm ? 'Failed to confirm the proposal' : 'Failed to dismiss the proposal',
    },
  );
  if (!mayWrite) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Button
        size="sm"
        variant="primary"
        aria-label={`Confirm likelihood ${toLikelihood} of ${risk.title}`}
        onClick={() => setVerdict('confirm')}
      >
        Confirm
      </Button>
      <Button
        size="sm"
        aria-label={`Dismiss likelihood ${toLikelihood} of ${risk.title}`}
        onClick={() => setVerdict('dismiss')}
      >
        Dismiss
      </Button>
      {verdict !== null && (
        <ReasonDialog
          title={isConfirm ? 'Confirm likelihood' : 'Dismiss proposal'}
          description={
            isConfirm
              ? `The likelihood changes from ${fromLikelihood} to ${toLikelihood}, and the scores with it.`
              : 'The same cases do not propose it again; new ones do.'
          }
          label={isConfirm ? 'Confirm' : 'Dismiss'}
          pendingLabel={isConfirm ? 'Confirming...' : 'Dismissing...'}
          isPending={decide.isPending}
          onClose={() => setVerdict(null)}
          onReason={(reason) => decide.mutate(reason, { onSuccess: () => setVerdict(null) })}
        />
      )}
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { PRIOR_LABELS, type RiskIncidents } from '../../../shared/areas/risk/incident.contract.ts';
import { INCIDENT_METHOD, likelihoodOf } from '../../../shared/areas/risk/incident-rate.rules.ts';
import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { LIKELIHOOD_LABELS } from '../../../shared/areas/risk/risks.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CaseList, ExcludedList } from './incident-cases.tsx';
import { AddCaseDialog, ScenarioDialog } from './incident-dialogs.tsx';
import { ProposalCard } from './incident-proposal.tsx';
import { incidentsQuery } from './quant.queries.ts';
import { perYear } from './quant.text.ts';
import { MethodButton } from './quant-method.tsx';
import { RiskPart } from './risk-part.tsx';
import type { QuantRisk } from './risk-quant-panel.tsx';
import { useRiskCall } from './risks.queries.ts';
import { countText } from './risks.text.ts';

/** The cases behind a risk, its rate before and after them, and the proposal that follows. */
export function IncidentPanel({ risk }: { risk: QuantRisk }) {
  const found = useQuery(incidentsQuery(useClient(), risk.id));
  const { data } = found;
  return (
    <RiskPart title="Incidents" actions={data && <Actions risk={risk} incidents={data} />}>
      {data ? (
        <Content incidents={data} />
      ) : found.isError ? (
        <ErrorState
          title="The incidents could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </RiskPart>
  );
}

function Actions({ risk, incidents }: { risk: QuantRisk; incidents: RiskIncidents }) {
  const mayWrite = useMay('risk.write');
  const [asking, setAsking] = useState<'scenario' | 'case' | null>(null);
  const look = useRiskCall(
    (client, _: null) => client.call(riskQuantContract.lookAgain, { params: { id: risk.id } }),
    {
      done: ({ cases }) =>
        cases.length === 1 ? '1 case found' : `${cases.length.toLocaleString()} cases found`,
      failed: 'Failed to look for cases',
    },
  );
  const close = () => setAsking(null);
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <MethodButton
        title="How this is counted"
        lines={INCIDENT_METHOD}
        inputs={[
          ['Counted from', incidents.exposureFrom],
          ['To', incidents.exposureTo],
          ['Years', incidents.exposureYears.toFixed(2)],
          ['Prior from', PRIOR_LABELS[incidents.priorSource]],
          ['Prior', gammaText(incidents.prior)],
          ['Cases', incidents.cases.length.toLocaleString()],
          ['Posterior', gammaText(incidents.posterior)],
        ]}
      />
      {mayWrite && (
        <>
          <Button
            size="sm"
            variant="ghost"
            icon={<RefreshCw aria-hidden />}
            label="Look for cases now"
            title="Look for cases now"
            disabled={look.isPending}
            onClick={() => look.mutate(null)}
          />
          <Button size="sm" icon={<Settings2 aria-hidden />} onClick={() => setAsking('scenario')}>
            Scenario
          </Button>
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setAsking('case')}>
            Add case
          </Button>
        </>
      )}
      {asking === 'scenario' && (
        <ScenarioDialog risk={risk} scenario={incidents.scenario} onClose={close} />
      )}
      {asking === 'case' && <AddCaseDialog riskId={risk.id} onClose={close} />}
    </span>
  );
}

const gammaText = ({ shape, rate }: { shape: number; rate: number }) =>
  `gamma, shape ${perYear(shape)}, rate ${perYear(rate)} years`;

function Content({ incidents }: { incidents: RiskIncidents }) {
  const { scenario, proposals, cases, isCut } = incidents;
  const pending = proposals.find(({ state }) => state === 'PENDING');
  const decided = proposals.filter(({ state }) => state !== 'PENDING');
  const isCounted =
    scenario.techniques.length > 0 || scenario.keywords.length > 0 || cases.length > 0;
  if (!isCounted && proposals.length === 0)
    return (
      <p className="text-fg-muted">
        No scenario set. Say by which ATT&CK techniques or words alerts and investigations belong to
        this risk, and confirmed cases are counted from then on.
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      <Scenario incidents={incidents} />
      {pending && <ProposalCard proposal={pending} />}
      <Rates incidents={incidents} />
      {isCut && (
        <p className="text-warn">
          More than 20,000 confirmed alerts lie in this time: the newest of them are counted.
        </p>
      )}
      <CaseList riskId={incidents.riskId} cases={cases} />
      <ExcludedList riskId={incidents.riskId} excluded={incidents.excluded} />
      {decided.length > 0 && (
        <details>
          <summary className="cursor-pointer text-fg-muted hover:text-fg">
            Earlier proposals ({decided.length.toLocaleString()})
          </summary>
          <div className="mt-2 flex flex-col gap-2">
            {decided.map((proposal) => (
              <ProposalCard key={proposal.id} proposal={proposal} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function Scenario({ incidents }: { incidents: RiskIncidents }) {
  const { scenario, exposureFrom, exposureYears, likelihood } = incidents;
  const parts = [...scenario.techniques, ...scenario.keywords.map((word) => `“${word}”`)];
  return (
    <p className="text-fg-muted [overflow-wrap:anywhere]">
      {parts.length > 0 ? `Scenario: ${parts.join(', ')}` : 'Scenario: cases added by hand only'}.
      Counted since {exposureFrom} ({exposureYears.toFixed(1)} years). Likelihood in the register:{' '}
      {likelihood} {LIKELIHOOD_LABELS[likelihood - 1]}.
    </p>
  );
}

function Rates({ incidents }: { incidents: RiskIncidents }) {
  const { prior, posterior, indicatedLikelihood, cases, exposureYears } = incidents;
  const name = (value: number) => `${value} ${LIKELIHOOD_LABELS[value - 1] ?? ''}`;
  const rows = [
    { label: 'Before', rate: prior, reads: name(likelihoodOf(prior.mean)) },
    {
      label: `With ${countText(cases.length, 'case')}`,
      rate: posterior,
      reads: name(indicatedLikelihood),
    },
  ];
  const cell = 'py-1 pl-4 text-right tabular-nums whitespace-nowrap';
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">
          Events per year before and after {cases.length} cases in {exposureYears.toFixed(1)} years
        </caption>
        <thead className="text-fg-muted">
          <tr>
            {['Events per year', 'Mean', 'P5 to P95', 'Reads as'].map((head, at) => (
              <th
                key={head}
                scope="col"
                className={at === 0 ? 'py-1 text-left font-normal' : `${cell} font-normal`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, rate, reads }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal text-fg-muted">
                {label}
              </th>
              <td className={cell}>{perYear(rate.mean)}</td>
              <td className={cell}>
                {perYear(rate.low)} to {perYear(rate.high)}
              </td>
              <td className={cell}>{reads}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

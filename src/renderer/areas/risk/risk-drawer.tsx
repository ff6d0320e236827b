import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { RiskDetail } from '../../../shared/areas/risk/risks.contract.ts';
import { RISK_CATEGORY_LABELS } from '../../../shared/areas/risk/risks.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { RiskActionDialog } from './risk-action-dialog.tsx';
import { RiskStatusBadge } from './risk-badges.tsx';
import type { RiskAction } from './risk-columns.tsx';
import { RiskControls } from './risk-controls.tsx';
import { RiskFacts } from './risk-facts.tsx';
import { RiskPart } from './risk-part.tsx';
import { RiskQuantPanel } from './risk-quant-panel.tsx';
import { RiskReviews } from './risk-reviews.tsx';
import { RiskScores } from './risk-scores.tsx';
import { STEP_WORDS, stepsOf } from './risk-steps.ts';
import { RiskTasks } from './risk-tasks.tsx';
import { riskQuery } from './risks.queries.ts';
import { latenessText, RISK_FIELD_LABELS } from './risks.text.ts';

/** Kept for the product's own sake; the residual's reason says it in words. */
const HIDDEN_FIELDS = ['residualAt', 'residualBy', 'residualFormula', 'inherentRisk', 'updatedAt'];

interface RiskDrawerProps {
  id: string;
  onClose: () => void;
}

/** One risk: its treatment at the left, what is known of it at the right. */
export function RiskDrawer({ id, onClose }: RiskDrawerProps) {
  const found = useQuery(riskQuery(useClient(), id));
  return (
    <Drawer open onClose={onClose} title={found.data?.title ?? 'Risk'}>
      {found.data ? (
        <Content risk={found.data} />
      ) : found.isError ? (
        <div className="p-6">
          <ErrorState
            title="This risk could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        </div>
      ) : (
        <Skeleton className="m-6 h-64" />
      )}
    </Drawer>
  );
}

function Content({ risk }: { risk: RiskDetail }) {
  const late = latenessText(risk);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-col gap-2 border-b border-line py-4 pr-14 pl-6">
        <h2 className="text-base font-semibold text-fg [overflow-wrap:anywhere]">
          <Untrusted text={risk.title} expand="none" />
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <RiskStatusBadge risk={risk} />
          {risk.category !== null && <Badge>{RISK_CATEGORY_LABELS[risk.category]}</Badge>}
          {risk.isSelfApproved && <Badge tone="warn">self-approved</Badge>}
          <Steps risk={risk} />
        </div>
        {late !== null && <p className="text-bad">{late}</p>}
        <RecordSync table="risks" id={risk.id} />
      </header>
      <div className="grid min-h-0 flex-1 gap-x-8 overflow-y-auto px-6 py-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <Texts risk={risk} />
          <RiskTasks risk={risk} />
          <RiskControls risk={risk} />
          <RiskReviews risk={risk} />
          <RiskQuantPanel risk={risk} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <RiskScores risk={risk} />
          <RiskFacts risk={risk} />
          <RiskPart title="History">
            <RecordHistory
              resource="risks"
              id={risk.id}
              labels={RISK_FIELD_LABELS}
              hidden={HIDDEN_FIELDS}
            />
          </RiskPart>
        </div>
      </div>
    </div>
  );
}

function Steps({ risk }: { risk: RiskDetail }) {
  const mayWrite = useMay('risk.write');
  const [action, setAction] = useState<RiskAction | null>(null);
  if (!mayWrite) return null;
  return (
    <>
      <span className="flex flex-wrap gap-1.5 sm:ml-auto">
        {stepsOf(risk).map((step, place) => (
          <Button
            key={step}
            size="sm"
            variant={place === 0 ? 'primary' : 'secondary'}
            onClick={() => setAction({ step, risk })}
          >
            {STEP_WORDS[step].label}
          </Button>
        ))}
        <Button
          size="sm"
          icon={<Pencil aria-hidden />}
          onClick={() => setAction({ step: 'edit', risk })}
        >
          Edit
        </Button>
      </span>
      <RiskActionDialog action={action} onClose={() => setAction(null)} />
    </>
  );
}

function Texts({ risk }: { risk: RiskDetail }) {
  return (
    <>
      <RiskPart title="Description">
        <Text value={risk.description} none="No description." />
      </RiskPart>
      <RiskPart title="Mitigation plan">
        <Text value={risk.mitigationPlan} none="No plan yet." />
      </RiskPart>
    </>
  );
}

function Text({ value, none }: { value: string | null; none: string }) {
  if (value === null) return <p className="text-fg-muted">{none}</p>;
  return (
    <p className="text-fg [overflow-wrap:anywhere]">
      <Untrusted text={value} newlines="keep" max={2000} />
    </p>
  );
}

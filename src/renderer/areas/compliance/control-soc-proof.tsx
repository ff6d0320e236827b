import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ControlSocProof as Proof } from '../../../shared/areas/compliance/gaps.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ChallengeRow } from './challenge-row.tsx';
import { Figures } from './gap-soc.tsx';
import { controlSocProofQuery } from './gaps.queries.ts';
import { SOC_STATE_LABELS, SOC_STATE_TONES } from './gaps.text.ts';

/** What the queue says of one control: its state, the figures behind it, challenges. For its drawer. */
export function ControlSocProof({ controlId }: { controlId: string }) {
  const { data, ...query } = useQuery(controlSocProofQuery(useClient(), controlId));
  if (data) return <Content proof={data} />;
  if (query.isError)
    return (
      <ErrorState
        title="The proof by the queue could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return (
    <div aria-busy>
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

function Content({ proof }: { proof: Proof }) {
  const { state, record, figures, techniques, challenges, rules } = proof;
  const alerts = techniques.reduce((sum, one) => sum + one.alerts, 0);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-2 text-fg-muted">
        {state !== null && <Badge tone={SOC_STATE_TONES[state]}>{SOC_STATE_LABELS[state]}</Badge>}
        {record ? (
          <span>
            From the record of the queue, measured <DateTime value={record.to} />
          </span>
        ) : (
          <span>The queue does not prove this control by itself.</span>
        )}
      </p>
      {figures.length > 0 && (
        <div className="overflow-hidden rounded-lg border border-line">
          <Figures figures={figures} />
        </div>
      )}
      {techniques.length > 0 && (
        <p className="text-xs text-fg-muted">
          It should stop {techniques.length} {techniques.length === 1 ? 'technique' : 'techniques'}{' '}
          that {alerts.toLocaleString('en')} {alerts === 1 ? 'alert' : 'alerts'} of the last 90 days
          name.
        </p>
      )}
      {rules.length > 0 && (
        <div>
          <p className="text-fg-muted">
            Known noise is kept out of the queue by{' '}
            {rules.length === 1 ? 'a suppression rule' : `${rules.length} suppression rules`} that{' '}
            {rules.length === 1 ? 'is an exception' : 'are exceptions'} of this control:
          </p>
          <ul aria-label="Suppression rules in force" className="flex flex-col gap-1">
            {rules.map(({ id, name, expiresAt }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-2">
                <Link
                  to={`/suppressions?rule=${encodeURIComponent(id)}`}
                  className="rounded-sm text-accent-text underline underline-offset-2"
                >
                  <Untrusted text={name} max={120} expand="none" />
                </Link>
                <span className="text-xs text-fg-muted">
                  until <DateTime value={expiresAt} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {challenges.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {challenges.map((challenge) => (
            <ChallengeRow key={challenge.id} challenge={challenge} isOfOneControl />
          ))}
        </ul>
      )}
    </div>
  );
}

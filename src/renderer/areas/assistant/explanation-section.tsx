import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { VERDICT_LABELS, type Verdict } from '../../../shared/areas/alerts/dispositions.rules.ts';
import type { ExplainedAlert } from '../../../shared/areas/assistant/engine.contract.ts';
import type {
  EngineReason,
  EvidenceRef,
  Explanation,
} from '../../../shared/areas/assistant/explanation.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { explanationQuery } from './automation.queries.ts';
import { DecisionBadge, StateBadge } from './automation-words.tsx';

const DECISION_TEXTS: Readonly<Record<Explanation['decision'], string>> = {
  escalate: 'Somebody should look at this now.',
  review: 'A person decides: the engine has no grounds to call it benign.',
  'likely-benign': 'People closed alerts like it as benign, but not often enough to close it.',
  'auto-close': 'Everything that closing by itself needs is there.',
};

/** What the engine says of one alert, in plain words with links; nothing here comes from a model. */
export function ExplanationSection({ alertId }: { alertId: string }) {
  const { data, error, refetch, isFetching } = useQuery(explanationQuery(useClient(), alertId));
  if (error)
    return (
      <ErrorState
        title="The explanation could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data) return <Skeleton className="h-24 w-full" />;
  return <Explained explained={data} />;
}

function Explained({ explained }: { explained: ExplainedAlert }) {
  const { explanation, pattern, closing } = explained;
  const { decision, suspicion, reasons, support, similar, counter } = explanation;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <DecisionBadge decision={decision} />
          <span className="text-fg tabular-nums">Suspicion {suspicion} of 100</span>
          {pattern && pattern.state !== 'SHADOW' && (
            <span className="flex items-center gap-1 text-xs text-fg-muted">
              Automation of its pattern <StateBadge state={pattern.state} />
            </span>
          )}
        </p>
        <p className="mt-1 text-fg-muted">{DECISION_TEXTS[decision]}</p>
        {closing && (
          <p className="mt-1 text-fg-muted">
            Closed by Watchfloor <DateTime value={closing.at} />
            {closing.isOverturned ? ', and taken back by a person.' : '.'}
          </p>
        )}
      </div>
      <Part title="Reasons">
        <Reasons reasons={reasons} />
      </Part>
      {support && (
        <Part title="What this desk did before">
          <p className="text-fg">
            {`Closed as benign ${times(support.closed)} on ${support.days} ${support.days === 1 ? 'day' : 'days'}`}
            {support.analysts.length > 0 && (
              <>
                {' by '}
                <Untrusted
                  text={support.analysts.map(({ name }) => name).join(', ')}
                  max={200}
                  expand="none"
                />
              </>
            )}
            {support.malicious > 0 && `, as malicious ${times(support.malicious)}`}
            {support.lastAt !== null && (
              <>
                {', last '}
                <DateTime value={support.lastAt} />
              </>
            )}
            .
          </p>
        </Part>
      )}
      {similar.length > 0 && (
        <Part title="Similar alerts">
          <Similar similar={similar} />
        </Part>
      )}
      {counter.length > 0 && (
        <Part title="What speaks against it">
          <Reasons reasons={counter} />
        </Part>
      )}
      <Texts title="Why it does not close" texts={explanation.missing.map(({ text }) => text)} />
      <Texts title="What would change this" texts={explanation.wouldChange} />
      <Texts title="Next steps" texts={explanation.next.map(({ text }) => text)} />
      <p className="text-xs text-fg-faint">
        {`Engine ${explanation.version}. `}
        <Link to="/automation" className="hover:underline">
          How well it does
        </Link>
      </p>
    </div>
  );
}

const times = (n: number) => (n === 1 ? 'once' : `${n.toLocaleString('en')} times`);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1 text-xs font-semibold text-fg-muted">{title}</h4>
      {children}
    </div>
  );
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Part title={title}>
      <ul className="list-disc space-y-0.5 pl-4 text-fg">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Part>
  );
}

function Similar({ similar }: Pick<Explanation, 'similar'>) {
  return (
    <ul className="space-y-0.5">
      {similar.map(({ alertId, title, closedAt, verdict }) => (
        <li key={alertId} className="flex min-w-0 items-center gap-2">
          <Link
            to={`/alerts?alert=${encodeURIComponent(alertId)}`}
            className="min-w-0 truncate text-fg hover:underline"
          >
            <Untrusted text={title} max={120} expand="none" />
          </Link>
          <span className="shrink-0 text-xs text-fg-muted">
            {verdict !== null && `${VERDICT_LABELS[verdict as Verdict] ?? verdict} · `}
            <DateTime value={closedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Reasons({ reasons }: { reasons: readonly EngineReason[] }) {
  if (reasons.length === 0) return <p className="text-fg-muted">Nothing stands out.</p>;
  return (
    <ul className="space-y-0.5">
      {reasons.map((reason) => (
        <li key={`${reason.code} ${reason.text}`} className="flex gap-2">
          <span className="w-8 shrink-0 text-right text-fg-muted tabular-nums">
            {reason.points === 0
              ? ''
              : `${reason.points > 0 ? '+' : '−'}${Math.abs(reason.points)}`}
          </span>
          <span className="min-w-0 text-fg">
            {reason.text}
            {reason.quotes.map((quote) => (
              <q key={quote} className="ml-1 text-fg-muted">
                <Untrusted text={quote} max={160} />
              </q>
            ))}
            {reason.evidence.map((ref) => (
              <EvidenceLink key={`${ref.kind} ${ref.id} ${ref.field ?? ''}`} evidence={ref} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const LINKS: Partial<Record<EvidenceRef['kind'], (id: string) => string>> = {
  incident: (id) => `/alerts?show=incidents&incident=${encodeURIComponent(id)}`,
  investigation: (id) => `/forensics?investigation=${encodeURIComponent(id)}`,
  indicator: () => '/forensics?tab=iocs',
  entity: (id) => {
    const at = id.indexOf(':');
    const [kind, value] = [id.slice(0, at), id.slice(at + 1)];
    return `/entity?kind=${encodeURIComponent(kind)}&value=${encodeURIComponent(value)}`;
  },
};

/** Of the alert itself there is nothing to go to: one is there. */
function EvidenceLink({ evidence }: { evidence: EvidenceRef }) {
  const to = LINKS[evidence.kind]?.(evidence.id);
  if (!to) return null;
  return (
    <Link to={to} className="ml-1.5 text-xs text-accent-text hover:underline">
      {`See ${evidence.kind}`}
    </Link>
  );
}

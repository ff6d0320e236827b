import type { ReactNode } from 'react';
import type { EvidenceRef } from '../../../shared/areas/assistant/explanation.ts';
import type {
  InvestigationDetail,
  Opinion,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { WhatLeaves } from '../models/models.embed.tsx';
import { EvidenceLinks } from './evidence-links.tsx';

/** What a model added, apart from the engine's answer and marked as a model's; nothing where none was asked. */
export function InvestigationOpinion({
  investigation: { opinion, isModelAsked, modelPhases, labels },
}: {
  investigation: InvestigationDetail;
}) {
  if (isModelAsked)
    return (
      <Card title="Model">
        <div role="status" className="flex flex-col gap-1.5 text-fg-muted">
          <p>A model is being asked what it would add. The engine’s answer stands meanwhile.</p>
          <Phases done={modelPhases} />
        </div>
      </Card>
    );
  if (opinion === null) return null;
  if (opinion.failure === 'rate-limited')
    return (
      <Card title="AI Service Unavailable">
        <p className="text-fg">
          The quota of the model provider is exceeded. Try later or contact support. The engine’s
          answer stands.
        </p>
      </Card>
    );
  // The verdict changed once the texts that instruct were masked.
  const isTampering = opinion.injections.length > 0 && opinion.notice?.includes('tampering');
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Model
          <Badge tone="accent">
            {opinion.by === 'model' ? 'Written by a model' : 'Engine’s answer'}
          </Badge>
        </span>
      }
      note="Checked against the records; the verdict above is the engine’s"
      actions={opinion.failure === 'unseen' ? undefined : <WhatLeaves task="investigation" />}
    >
      <div className="flex flex-col gap-2.5">
        {opinion.notice !== null && (
          <p className={isTampering ? 'font-medium text-warn' : 'text-fg-muted'}>
            {opinion.notice}
          </p>
        )}
        {opinion.failure === 'unseen' && <WhatLeaves task="investigation" />}
        {opinion.by === 'model' && <Written opinion={opinion} labels={labels} />}
        {opinion.injections.length > 0 && (
          <section aria-label="Possible log injection" className="text-warn">
            <h3 className="text-xs font-semibold">Possible log injection</h3>
            <ul className="list-disc pl-5">
              {once(opinion.injections, ({ quote, field }) => `${field} ${quote}`).map(
                ({ quote, field }) => (
                  <li key={`${field} ${quote}`}>
                    {field}: <Untrusted text={quote} max={160} />
                  </li>
                ),
              )}
            </ul>
          </section>
        )}
      </div>
    </Card>
  );
}

/** How far it is: the last one is under way. */
function Phases({ done }: { done: readonly string[] }) {
  if (done.length === 0) return null;
  return (
    <ol aria-label="Steps of the model" className="flex flex-col gap-0.5 text-xs">
      {done.map((text, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end, and may repeat
          key={place}
          aria-current={place === done.length - 1 ? 'step' : undefined}
          className={place === done.length - 1 ? 'font-medium text-fg' : undefined}
        >
          {text}
        </li>
      ))}
    </ol>
  );
}

/** What says the same is shown once. */
const once = <T,>(all: readonly T[], said: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [said(one), one])).values(),
];

const STANDINGS = { supported: 'ok', refuted: 'bad', open: 'neutral' } as const;

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs font-semibold text-fg-muted">{title}</h3>
      <ul className="flex flex-col gap-1.5">{children}</ul>
    </section>
  );
}

type OpinionClaim = Opinion['claims'][number];

/** What speaks for a hypothesis, or against it, with what it rests on. */
function Sides({
  title,
  claims,
  refsOf,
  labels,
}: {
  title: string;
  claims: readonly OpinionClaim[];
  refsOf: (evidence: OpinionClaim['evidence']) => EvidenceRef[];
  labels: InvestigationDetail['labels'];
}) {
  if (claims.length === 0) return null;
  return (
    <div className="text-xs text-fg-muted">
      <span className="font-semibold">{title}</span>
      <ul className="flex flex-col gap-1">
        {once(claims, ({ text }) => text).map(({ text, evidence }) => (
          <li key={text}>
            <Untrusted text={text} max={400} />
            <EvidenceLinks evidence={refsOf(evidence)} labels={labels} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Written({ opinion, labels }: { opinion: Opinion; labels: InvestigationDetail['labels'] }) {
  const refsOf = (evidence: OpinionClaim['evidence']): EvidenceRef[] =>
    evidence.flatMap(({ id }) => {
      const fact = opinion.facts[id];
      return fact ? [{ kind: fact.kind as EvidenceRef['kind'], id: fact.id }] : [];
    });
  return (
    <>
      <p className="text-fg">
        <Untrusted text={opinion.summary} max={2000} newlines="keep" />
      </p>
      <ul className="flex flex-col gap-2">
        {once(opinion.claims, ({ text }) => text).map(({ text, evidence }) => (
          <li key={text} className="flex flex-col gap-0.5">
            <Untrusted text={text} max={400} />
            <EvidenceLinks evidence={refsOf(evidence)} labels={labels} />
          </li>
        ))}
      </ul>
      <Part title="Hypotheses" count={opinion.hypotheses.length}>
        {opinion.hypotheses.map(({ text, standing, supports, refutes }) => (
          <li key={text} className="flex flex-wrap items-baseline gap-2 text-fg">
            <Badge tone={STANDINGS[standing]}>{standing}</Badge>
            <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
              <Untrusted text={text} max={400} />
              <Sides title="For it" claims={supports} {...{ refsOf, labels }} />
              <Sides title="Against it" claims={refutes} {...{ refsOf, labels }} />
            </div>
          </li>
        ))}
      </Part>
      <Part title="Proposals, for a person to do" count={opinion.proposals.length}>
        {opinion.proposals.map((text) => (
          <li key={text} className="text-fg">
            <Untrusted text={text} max={400} />
          </li>
        ))}
      </Part>
      <Part title="Could not be checked" count={opinion.couldNotCheck.length}>
        {opinion.couldNotCheck.map((text) => (
          <li key={text} className="text-fg-muted">
            <Untrusted text={text} max={400} />
          </li>
        ))}
      </Part>
      {opinion.dissent !== null && (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 text-fg-muted">
          <span className="font-semibold text-fg">Dissent.</span>{' '}
          <Untrusted text={opinion.dissent} max={400} />
        </p>
      )}
      {opinion.claimsDropped > 0 && (
        <p className="text-xs text-fg-muted">
          {`${opinion.claimsDropped.toLocaleString()} of its claims did not hold and ${opinion.claimsDropped === 1 ? 'is' : 'are'} left out.`}
        </p>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import type { CaseClaim, CaseHypothesis } from '../../../shared/areas/forensics/analysis.ts';
import type { InvestigationDetail } from '../../../shared/areas/forensics/investigations.contract.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { EvidenceLinks } from './evidence-links.tsx';
import { VerdictBadge } from './investigation-badges.tsx';
import { InvestigationOpinion } from './investigation-opinion.tsx';

type Labels = InvestigationDetail['labels'];

/** What was found, what speaks for and against it, what to do, and what could not be checked. */
export function InvestigationSummary({
  investigation: one,
}: {
  investigation: InvestigationDetail;
}) {
  const { analysis, labels } = one;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Verdict">
          {one.verdict === null || analysis === null ? (
            <p className="text-fg-muted">The engine has not reached a verdict yet.</p>
          ) : (
            <div className="flex flex-col gap-2">
              <span>
                <VerdictBadge verdict={one.verdict} />
              </span>
              <p className="text-fg">{analysis.summary}</p>
              <p className="text-xs text-fg-muted">
                By rules of version {analysis.version}, without a model. It ranks and proposes; a
                person decides.
              </p>
            </div>
          )}
        </Card>
        <Card title="Findings">
          <Items empty="Nothing was found yet.">
            {one.findings.map(({ text, quotes, evidence, by }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: findings have no identity of their own
              <li key={place} className="flex flex-col gap-0.5">
                <span className="text-fg">
                  {by === 'person' ? <Untrusted text={text} max={600} /> : text}
                </span>
                <Quotes quotes={quotes} />
                <EvidenceLinks evidence={evidence} labels={labels} />
              </li>
            ))}
          </Items>
        </Card>
        <InvestigationOpinion investigation={one} />
        {one.description && (
          <Card title="Description">
            <p className="text-fg">
              <Untrusted text={one.description} max={2000} newlines="keep" />
            </p>
          </Card>
        )}
      </div>
      {analysis && (
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Hypotheses">
            <ul className="flex flex-col gap-4">
              {analysis.hypotheses.map((hypothesis) => (
                <Hypothesis key={hypothesis.id} hypothesis={hypothesis} labels={labels} />
              ))}
            </ul>
          </Card>
          <Card title="Recommended actions" note="Proposals; nothing of it is done by itself">
            <Items empty="None.">
              {analysis.actions.map(({ text, source, evidence }) => (
                <li key={text} className="flex flex-col gap-0.5">
                  <span className="text-fg">
                    {text} <span className="text-xs text-fg-muted">{source}</span>
                  </span>
                  <EvidenceLinks evidence={evidence} labels={labels} />
                </li>
              ))}
            </Items>
          </Card>
          <Techniques investigation={one} />
          <Card title="Could not check">
            <Items empty="Nothing was left unchecked.">
              {analysis.gaps.map(({ what, needs }) => (
                <li key={what}>
                  <span className="text-fg">{what}</span>{' '}
                  <span className="text-fg-muted">Needed: {needs}</span>
                </li>
              ))}
            </Items>
          </Card>
        </div>
      )}
    </div>
  );
}

function Items({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-fg-muted">{empty}</p>;
  return <ul className="flex flex-col gap-2.5">{children}</ul>;
}

function Quotes({ quotes }: { quotes: readonly string[] }) {
  if (quotes.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {[...new Set(quotes)].map((quote) => (
        <span key={quote} className="rounded-sm bg-raised px-1.5 text-xs text-fg-muted">
          <Untrusted text={quote} max={100} expand="none" />
        </span>
      ))}
    </span>
  );
}

const STANDINGS: Record<CaseHypothesis['standing'], { word: string; tone: BadgeTone }> = {
  supported: { word: 'Supported', tone: 'warn' },
  refuted: { word: 'Refuted', tone: 'neutral' },
  open: { word: 'Open', tone: 'accent' },
};

function Hypothesis({ hypothesis, labels }: { hypothesis: CaseHypothesis; labels: Labels }) {
  const { word, tone } = STANDINGS[hypothesis.standing];
  return (
    <li className="flex flex-col gap-2">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="font-medium text-fg">{hypothesis.text}</span>
      </span>
      <Claims title="Supports" claims={hypothesis.supports} labels={labels} />
      <Claims title="Refutes" claims={hypothesis.refutes} labels={labels} />
    </li>
  );
}

function Claims({
  title,
  claims,
  labels,
}: {
  title: string;
  claims: readonly CaseClaim[];
  labels: Labels;
}) {
  return (
    <div className="border-l-2 border-line pl-3">
      <p className="text-xs font-semibold text-fg-muted">{title}</p>
      {claims.length === 0 ? (
        <p className="text-xs text-fg-muted">Nothing.</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {claims.map(({ text, quotes, evidence }) => (
            <li key={text} className="flex flex-col gap-0.5">
              <span className="text-fg">{text}</span>
              <Quotes quotes={quotes} />
              <EvidenceLinks evidence={evidence} labels={labels} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Techniques({ investigation }: { investigation: InvestigationDetail }) {
  const { analysis, labels } = investigation;
  if (!analysis || analysis.techniques.length === 0) return null;
  return (
    <Card title="Techniques" note="As rules named them">
      <Items empty="">
        {analysis.techniques.map(({ id, name, tactics, alerts, evidence }) => (
          <li key={id} className="flex flex-col gap-0.5">
            <span className="text-fg">
              <Untrusted text={id} max={20} expand="none" /> {name ?? 'Not in the table'}{' '}
              <span className="text-xs text-fg-muted">
                {tactics.join(', ')}
                {tactics.length > 0 && ' · '}
                {alerts === 1 ? '1 alert' : `${alerts.toLocaleString()} alerts`}
              </span>
            </span>
            <EvidenceLinks evidence={evidence.slice(0, 3)} labels={labels} />
          </li>
        ))}
      </Items>
    </Card>
  );
}

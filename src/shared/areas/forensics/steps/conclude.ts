/** Puts together what was found: the answer of an investigation. A function of what was collected. */
import type { CaseAnalysis, CaseTechnique, Finding, Ioc } from '../analysis.ts';
import { INVESTIGATION_VERSION } from '../analysis.ts';
import type { CaseFacts, KnownIndicator } from '../case.types.ts';
import { VERDICT_WORDS } from '../investigations.rules.ts';
import { recommendActions } from './actions.ts';
import { byTime, entityRef, plural, refsOf, severityRank } from './case-words.ts';
import { nameGaps } from './gaps.ts';
import { type WeighedFacts, weighHypotheses } from './hypotheses.ts';
import { type TechniqueTable, tacticsOf } from './techniques.ts';
import type { CaseTimeline } from './timeline.ts';
import { type CaseDecision, decideCase } from './verdict.ts';

export interface CaseParts {
  readonly facts: CaseFacts;
  readonly techniques: readonly CaseTechnique[];
  readonly iocs: readonly Ioc[];
  readonly indicatorsLeftOut: number;
  readonly known: readonly KnownIndicator[];
  readonly timeline: CaseTimeline;
}

export interface CaseConclusion {
  readonly verdict: CaseDecision['verdict'];
  readonly findings: readonly Finding[];
  readonly analysis: CaseAnalysis;
}

/** In one order, whatever order the alerts came in. */
export const weigh = (parts: CaseParts, table: Pick<TechniqueTable, 'tactics'>): WeighedFacts => {
  const { facts, techniques, iocs, known } = parts;
  const { subject, related } = facts;
  return {
    facts: {
      ...facts,
      subject: { ...subject, alerts: subject.alerts.toSorted(byTime) },
      related: { ...related, alerts: related.alerts.toSorted(byTime) },
    },
    ...{ techniques, iocs, known, tactics: tacticsOf(techniques, table) },
  };
};

export function conclude(
  parts: CaseParts,
  table: Pick<TechniqueTable, 'tactics' | 'mitigationsOf'>,
  hypotheses = weighHypotheses(weigh(parts, table)),
): CaseConclusion {
  const weighed = weigh(parts, table);
  const { facts, timeline, indicatorsLeftOut } = parts;
  const decision = decideCase(weighed);
  const findings = findingsOf(weighed, decision);
  return {
    verdict: decision.verdict,
    findings,
    analysis: {
      version: INVESTIGATION_VERSION,
      summary: summaryOf(weighed, decision),
      because: [...decision.because],
      counts: {
        subject: facts.subject.alerts.length,
        related: facts.related.alerts.length,
        records: facts.records.length,
        leftOut: facts.subject.leftOut,
        timelineLeftOut: timeline.leftOut,
      },
      entities: [...facts.entities],
      techniques: [...parts.techniques],
      hypotheses: [...hypotheses],
      actions: recommendActions(weighed, decision, table),
      gaps: nameGaps(weighed, { timeline, indicatorsLeftOut }),
    },
  };
}

function summaryOf({ facts, tactics, iocs }: WeighedFacts, { verdict, because }: CaseDecision) {
  const { alerts } = facts.subject;
  const hosts = facts.entities.filter(({ kind }) => kind === 'host').length;
  const users = facts.entities.filter(({ kind }) => kind === 'user').length;
  const what =
    alerts.length === 0
      ? ''
      : ` ${plural(alerts.length, 'alert')} on ${plural(hosts, 'host')} and ${plural(users, 'account')}, ${plural(tactics.length, 'tactic')}, ${plural(iocs.length, 'indicator')}.`;
  return `${VERDICT_WORDS[verdict]}. ${because[0]?.text ?? ''}${what}`;
}

function findingsOf(weighed: WeighedFacts, { verdict, because }: CaseDecision): Finding[] {
  const { facts, tactics, iocs } = weighed;
  const alerts = facts.subject.alerts.toSorted(byTime);
  const [first, last] = [alerts[0], alerts.at(-1)];
  const critical = facts.entities.filter(({ criticality }) => criticality === 'CRITICAL');
  const severe = iocs.filter(({ severity }) => severityRank(severity) <= 1);
  const finding = (
    text: string,
    evidence: Finding['evidence'],
    quotes: string[] = [],
  ): Finding => ({
    ...{ text, by: 'engine', evidence, quotes },
  });
  return [
    ...because.map(({ text, evidence, quotes }, index) =>
      finding(index === 0 ? `${VERDICT_WORDS[verdict]}: ${text}` : text, evidence, quotes),
    ),
    ...(first && last && first !== last
      ? [
          finding(
            `It began with one alert and went on for ${spanOf(last.at - first.at)}.`,
            refsOf([first, last]),
            [first.title, last.title],
          ),
        ]
      : first
        ? [finding('It is one alert.', refsOf([first]), [first.title])]
        : []),
    ...(tactics.length > 0
      ? [
          finding(
            `Stages that rules named: ${tactics.join(', ')}.`,
            weighed.techniques.slice(0, 8).map(({ id }) => ({ kind: 'technique', id })),
          ),
        ]
      : []),
    ...(critical.length > 0
      ? [
          finding(
            'Critical assets are part of it.',
            critical.slice(0, 6).map(({ kind, value }) => entityRef(kind, value)),
          ),
        ]
      : []),
    ...(severe.length > 0
      ? [
          finding(
            `${plural(severe.length, 'indicator')} ${severe.length === 1 ? 'stands' : 'stand'} in severe alerts.`,
            severe.slice(0, 6).flatMap(({ evidence }) => evidence.slice(0, 1)),
            severe.slice(0, 6).map(({ value }) => value),
          ),
        ]
      : []),
    ...(facts.related.alerts.length > 0
      ? [
          finding(
            `${plural(facts.related.alerts.length, 'other alert')} ${facts.related.alerts.length === 1 ? 'names' : 'name'} the same entities around that time.`,
            refsOf(facts.related.alerts),
          ),
        ]
      : []),
  ];
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return plural(Math.max(1, minutes), 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day');
}

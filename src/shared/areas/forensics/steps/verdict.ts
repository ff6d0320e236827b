/**
 * The verdict of the rules. Malicious and benign both rest on what people decided or on several
 * independent facts at once; everything else is suspicious or undetermined. The function only looks at
 * counts, marks, metadata and people's verdicts: a text that an attacker writes cannot make it milder.
 */
import type { CaseVerdict } from '../../assistant/agent.types.ts';
import type { CaseClaim } from '../analysis.ts';
import { plural, refsOf, severityRank } from './case-words.ts';
import {
  isClosedBenign,
  isConfirmedMalicious,
  isExpected,
  patternsOfSubject,
  type WeighedFacts,
} from './hypotheses.ts';
import { isConfirmed } from './indicators.ts';

export interface CaseDecision {
  readonly verdict: CaseVerdict;
  readonly because: readonly CaseClaim[];
}

/** So many stages, seen by so many sources, are no accident. */
const STAGES = 4;
const INDEPENDENT_SOURCES = 2;

export function decideCase(weighed: WeighedFacts): CaseDecision {
  const { facts, tactics, known } = weighed;
  const { alerts } = facts.subject;
  if (alerts.length === 0)
    return {
      verdict: 'undetermined',
      because: [claimOf('No alert was found that this is about, so nothing can be told.', [], 1)],
    };
  const malicious = alerts.filter(isConfirmedMalicious);
  if (malicious.length > 0)
    return {
      verdict: 'malicious',
      because: [
        claimOf(
          `A person confirmed ${plural(malicious.length, 'alert')} of the case as malicious.`,
          refsOf(malicious),
        ),
      ],
    };
  const sources = new Set(alerts.map(({ source }) => source));
  const hits = known.filter(isConfirmed);
  const severe = alerts.filter(({ severity }) => severityRank(severity) <= 1);
  const isStaged = tactics.length >= STAGES && sources.size >= INDEPENDENT_SOURCES;
  if (isStaged && alerts.some(({ severity }) => severity === 'CRITICAL'))
    return {
      verdict: 'malicious',
      because: [
        claimOf(
          `${sources.size} sources saw ${tactics.length} stages of an attack: ${tactics.join(', ')}.`,
          refsOf(alerts),
        ),
      ],
    };
  if (hits.length > 0 && severe.length > 0)
    return {
      verdict: 'malicious',
      because: [
        claimOf(
          'Severe alerts name an indicator that was part of what a person called malicious before.',
          refsOf(severe),
          3,
          hits.slice(0, 4).map(({ value }) => value),
        ),
      ],
    };
  return milder(weighed, { severe: severe.length, hits: hits.length });
}

function milder(
  { facts, tactics }: WeighedFacts,
  { severe, hits }: { severe: number; hits: number },
): CaseDecision {
  const { alerts, leftOut } = facts.subject;
  const critical = facts.entities.filter(({ criticality }) => criticality === 'CRITICAL');
  const patterns = patternsOfSubject(facts);
  const isUsual = patterns.every((one) => one !== null && isExpected(one));
  const isAllBenign = alerts.every(isClosedBenign);
  const isContradicted = patterns.some((one) => one !== null && one.malicious > 0);
  const isSevere = severe > 0 && !isAllBenign;
  const isSafe =
    !isSevere && hits === 0 && leftOut === 0 && critical.length === 0 && !isContradicted;
  if (isSafe && isAllBenign)
    return {
      verdict: 'benign',
      because: [claimOf('People closed every alert of the case as benign.', refsOf(alerts))],
    };
  if (isSafe && isUsual && !alerts.some(({ isEscalated }) => isEscalated))
    return {
      verdict: 'benign',
      because: [
        claimOf(
          'People closed other alerts of each of its detectors as benign on several days, and none as malicious.',
          refsOf(alerts),
          2,
        ),
      ],
    };
  const because = reasonsOf({ facts, tactics }, { severe, hits });
  if (because.length > 0) return { verdict: 'suspicious', because };
  return {
    verdict: 'undetermined',
    because: [
      claimOf(
        'Nothing weighs enough to call it malicious or benign.',
        refsOf(alerts.slice(0, 4)),
        1,
      ),
    ],
  };
}

/** What makes it suspicious. */
function reasonsOf(
  { facts, tactics }: Pick<WeighedFacts, 'facts' | 'tactics'>,
  { severe, hits }: { severe: number; hits: number },
): CaseClaim[] {
  const { alerts } = facts.subject;
  const critical = facts.entities.filter(({ criticality }) => criticality === 'CRITICAL');
  return [
    ...(severe > 0
      ? [
          claimOf(
            `${plural(severe, 'alert')} of the case ${severe === 1 ? 'is' : 'are'} critical or high.`,
            refsOf(alerts.filter(({ severity }) => severityRank(severity) <= 1)),
            1,
          ),
        ]
      : []),
    ...(tactics.length >= 2
      ? [
          claimOf(
            `Rules named ${tactics.length} stages of an attack: ${tactics.join(', ')}.`,
            refsOf(alerts),
            2,
          ),
        ]
      : []),
    ...(hits > 0
      ? [
          claimOf(
            'An indicator of the case was part of what a person called malicious before.',
            refsOf(alerts),
            2,
          ),
        ]
      : []),
    ...(critical.length > 0 && alerts.length > 0
      ? [
          claimOf(
            'A critical asset is part of the case.',
            critical
              .slice(0, 4)
              .map(({ kind, value }) => ({ kind: 'entity' as const, id: `${kind}:${value}` })),
            1,
          ),
        ]
      : []),
  ];
}

const claimOf = (
  text: string,
  evidence: CaseClaim['evidence'],
  weight = 3,
  quotes: readonly string[] = [],
): CaseClaim => ({ text, weight, evidence, quotes: [...quotes] });

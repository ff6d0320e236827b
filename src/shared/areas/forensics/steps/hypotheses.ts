/**
 * Three hypotheses, each with what speaks for and against it: that it is what was supposed, that the
 * alerts are one course of events, that it is expected. Only facts weigh: what people decided, rule
 * metadata, counts, marks. No text that a stranger writes weighs against alarm.
 */
import { HOUR_MS } from '../../../kernel/time.ts';
import type { CaseClaim, CaseHypothesis, CaseTechnique, Ioc } from '../analysis.ts';
import type { CaseAlert, CaseFacts, DeskPattern, KnownIndicator } from '../case.types.ts';
import { alertRef, byText, entityRef, plural, refsOf, severityRank } from './case-words.ts';
import { ANY_SUPPOSITION, SUPPOSITIONS } from './hypotheses.table.ts';
import { isConfirmed } from './indicators.ts';

export interface WeighedFacts {
  readonly facts: CaseFacts;
  readonly techniques: readonly CaseTechnique[];
  /** In the order of the matrix. */
  readonly tactics: readonly string[];
  readonly iocs: readonly Ioc[];
  readonly known: readonly KnownIndicator[];
}

/** So many closings on so many days say that a detector is expected here. */
const EXPECTED_CLOSINGS = 5;
const EXPECTED_DAYS = 2;
const DAY_AND_NIGHT_MS = 24 * HOUR_MS;

export function weighHypotheses(weighed: WeighedFacts): CaseHypothesis[] {
  return [supposed(weighed), oneCourse(weighed), expected(weighed)];
}

const claim = (
  weight: number,
  text: string,
  evidence: CaseClaim['evidence'],
  quotes: readonly string[] = [],
): CaseClaim => ({ text, weight, evidence, quotes: [...quotes] });
const when = (holds: boolean, make: () => CaseClaim): CaseClaim[] => (holds ? [make()] : []);

function hypothesis(
  id: string,
  text: string,
  supports: readonly CaseClaim[],
  refutes: readonly CaseClaim[],
): CaseHypothesis {
  const sum = (claims: readonly CaseClaim[]) => claims.reduce((n, { weight }) => n + weight, 0);
  const [pro, contra] = [sum(supports), sum(refutes)];
  const standing = pro >= contra + 2 ? 'supported' : contra >= pro + 2 ? 'refuted' : 'open';
  const order = (claims: readonly CaseClaim[]) =>
    claims.toSorted((a, b) => b.weight - a.weight || byText(a.text, b.text));
  return { id, text, supports: order(supports), refutes: order(refutes), standing };
}

export const isConfirmedMalicious = ({ verdict, isClosedByPerson }: CaseAlert): boolean =>
  verdict === 'TRUE_POSITIVE' && isClosedByPerson;
export const isClosedBenign = ({ verdict, isClosedByPerson }: CaseAlert): boolean =>
  isClosedByPerson && (verdict === 'BENIGN_TRUE_POSITIVE' || verdict === 'FALSE_POSITIVE');

function supposed({ facts, techniques, iocs, known }: WeighedFacts): CaseHypothesis {
  const { type } = facts.question;
  const { text, tactics, techniques: ids } = type === null ? ANY_SUPPOSITION : SUPPOSITIONS[type];
  const alerts = facts.subject.alerts;
  const fits = techniques.filter(
    (one) =>
      one.tactics.some((tactic) => tactics.includes(tactic)) ||
      ids.some((id) => one.id.startsWith(id)),
  );
  const exact = fits.filter((one) => ids.some((id) => one.id.startsWith(id)));
  const malicious = alerts.filter(isConfirmedMalicious);
  const benign = alerts.filter(isClosedBenign);
  const hits = known.filter(isConfirmed);
  const severe = alerts.filter(({ severity }) => severityRank(severity) <= 1);
  const outside = iocs.filter((ioc) => ioc.type === 'ip' && severityRank(ioc.severity) <= 1);
  return hypothesis(
    'supposed',
    text,
    [
      ...when(malicious.length > 0, () =>
        claim(
          3,
          `A person confirmed ${plural(malicious.length, 'alert')} of the case.`,
          refsOf(malicious),
        ),
      ),
      ...when(fits.length > 0, () =>
        claim(
          exact.length > 0 ? 2 : 1,
          `Rules named ${plural(fits.length, 'technique')} that ${fits.length === 1 ? 'belongs' : 'belong'} to it.`,
          fits.slice(0, 6).map(({ id }) => ({ kind: 'technique', id })),
        ),
      ),
      ...when(hits.length > 0, () =>
        claim(
          2,
          `${plural(hits.length, 'indicator')} of the case ${hits.length === 1 ? 'was' : 'were'} part of what a person called malicious before.`,
          hits
            .flatMap(({ investigationId: id }) =>
              id === null ? [] : [{ kind: 'investigation' as const, id }],
            )
            .slice(0, 6),
          hits.slice(0, 6).map(({ value }) => value),
        ),
      ),
      ...when(severe.length > 0, () =>
        claim(
          1,
          `${plural(severe.length, 'alert')} of the case ${severe.length === 1 ? 'is' : 'are'} critical or high.`,
          refsOf(severe),
        ),
      ),
      ...when(outside.length > 0, () =>
        claim(
          1,
          'Severe alerts name addresses outside.',
          outside.slice(0, 6).map(({ value }) => entityRef('address', value)),
        ),
      ),
    ],
    [
      ...when(benign.length > 0 && malicious.length === 0, () =>
        claim(
          benign.length === alerts.length ? 3 : 1,
          `A person closed ${plural(benign.length, 'alert')} of the case as benign.`,
          refsOf(benign),
        ),
      ),
      ...when(alerts.length > 0 && fits.length === 0, () =>
        claim(1, 'No rule named a technique that belongs to it.', refsOf(alerts.slice(0, 3))),
      ),
    ],
  );
}

function oneCourse({ facts, tactics }: WeighedFacts): CaseHypothesis {
  const { alerts, incidents } = facts.subject;
  const shared = sharedEntities(facts);
  const detectors = new Set(
    alerts.map(({ source, detector, title }) => `${source} ${detector ?? title}`),
  );
  const sources = new Set(alerts.map(({ source }) => source));
  const times = alerts.map(({ at }) => at);
  const span = times.length < 2 ? 0 : Math.max(...times) - Math.min(...times);
  const gap = longestGap(times);
  return hypothesis(
    'one-course',
    'The alerts are stages of one course of events.',
    [
      ...when(shared.length > 0 && alerts.length > 1, () =>
        claim(
          2,
          `They share ${plural(shared.length, 'entity', 'entities')} that few other alerts name.`,
          shared.slice(0, 8).map(({ kind, value }) => entityRef(kind, value)),
        ),
      ),
      ...when(tactics.length >= 3, () =>
        claim(2, `They cover ${tactics.length} tactics: ${tactics.join(', ')}.`, refsOf(alerts)),
      ),
      ...when(sources.size >= 2, () =>
        claim(
          1,
          `${sources.size} sources saw it independently.`,
          refsOf(alerts),
          [...sources].sort(byText).slice(0, 6),
        ),
      ),
      ...incidents
        .slice(0, 1)
        .map(({ key, name }) =>
          claim(1, 'Linking put them into one incident.', [{ kind: 'incident', id: key }], [name]),
        ),
    ],
    [
      ...when(alerts.length < 2, () =>
        claim(2, 'There is no more than one alert.', refsOf(alerts)),
      ),
      ...when(alerts.length >= 2 && shared.length === 0, () =>
        claim(2, 'They share no entity that few other alerts name.', refsOf(alerts.slice(0, 4))),
      ),
      ...when(alerts.length >= 2 && detectors.size === 1, () =>
        claim(1, 'All of them are of one detector.', refsOf(alerts.slice(0, 2))),
      ),
      ...when(span > DAY_AND_NIGHT_MS && gap > DAY_AND_NIGHT_MS, () =>
        claim(
          1,
          'More than a day lies between two that follow one another.',
          refsOf(alerts.slice(0, 2)),
        ),
      ),
    ],
  );
}

function longestGap(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.reduce((gap, at, index) => Math.max(gap, at - (sorted[index - 1] ?? at)), 0);
}

/** Named by two or more of the alerts in question, and not common in the workspace. */
function sharedEntities({ entities }: CaseFacts) {
  return entities.filter(({ alertsHere, isCommon }) => alertsHere >= 2 && !isCommon);
}

/** The desk's memory of the detectors of the case: all of it, where there is any. */
export function patternsOfSubject({ subject, patterns }: CaseFacts): (DeskPattern | null)[] {
  const keyOf = (source: string, detector: string | null) => JSON.stringify([source, detector]);
  const byKey = new Map(patterns.map((one) => [keyOf(one.source, one.detector), one]));
  const keys = new Set(subject.alerts.map(({ source, detector }) => keyOf(source, detector)));
  return [...keys].sort(byText).map((key) => byKey.get(key) ?? null);
}

export const isExpected = ({ benign, malicious, days, detector }: DeskPattern): boolean =>
  detector !== null && malicious === 0 && benign >= EXPECTED_CLOSINGS && days >= EXPECTED_DAYS;

function expected({ facts, known }: WeighedFacts): CaseHypothesis {
  const { alerts } = facts.subject;
  const patterns = patternsOfSubject(facts);
  const usual = patterns.filter((one) => one !== null && isExpected(one));
  const benign = alerts.filter(isClosedBenign);
  const marked = facts.entities.filter(({ criticality }) => criticality === 'KNOWN_BENIGN');
  const sum = usual.reduce((n, one) => n + (one?.benign ?? 0), 0);
  return hypothesis(
    'expected',
    'It is expected or allowed activity, or a detector that is wrong.',
    [
      ...when(benign.length > 0, () =>
        claim(
          benign.length === alerts.length ? 3 : 1,
          `A person closed ${plural(benign.length, 'alert')} of the case as benign.`,
          refsOf(benign),
        ),
      ),
      ...when(usual.length > 0, () =>
        claim(
          usual.length === patterns.length ? 2 : 1,
          `People closed ${plural(sum, 'other alert')} of ${usual.length === patterns.length ? 'its detectors' : 'some of its detectors'} as benign, and none as malicious.`,
          refsOf(alerts.slice(0, 3)),
        ),
      ),
      ...when(marked.length > 0, () =>
        claim(
          1,
          `${plural(marked.length, 'entity', 'entities')} of the case ${marked.length === 1 ? 'is' : 'are'} marked as known to be benign.`,
          marked.slice(0, 6).map(({ kind, value }) => entityRef(kind, value)),
        ),
      ),
    ],
    againstExpected({ facts, known }, patterns),
  );
}

function againstExpected(
  { facts, known }: Pick<WeighedFacts, 'facts' | 'known'>,
  patterns: readonly (DeskPattern | null)[],
): CaseClaim[] {
  const { alerts } = facts.subject;
  const contradicted = patterns.filter((one) => one !== null && one.malicious > 0);
  const malicious = alerts.filter(isConfirmedMalicious);
  const critical = facts.entities.filter(({ criticality }) => criticality === 'CRITICAL');
  const unheard = patterns.filter((one) => one === null);
  const hits = known.filter(isConfirmed);
  return [
    ...when(malicious.length > 0, () =>
      claim(
        3,
        `A person confirmed ${plural(malicious.length, 'alert')} of the case.`,
        refsOf(malicious),
      ),
    ),
    ...when(hits.length > 0, () =>
      claim(
        2,
        'An indicator of the case was part of what a person called malicious before.',
        refsOf(alerts.slice(0, 2)),
        hits.slice(0, 4).map(({ value }) => value),
      ),
    ),
    ...when(contradicted.length > 0, () =>
      claim(2, 'A person confirmed other alerts of its detectors.', refsOf(alerts.slice(0, 3))),
    ),
    ...when(critical.length > 0, () =>
      claim(
        1,
        `${plural(critical.length, 'critical asset')} ${critical.length === 1 ? 'is' : 'are'} part of the case.`,
        critical.slice(0, 6).map(({ kind, value }) => entityRef(kind, value)),
      ),
    ),
    ...when(unheard.length > 0 && alerts.length > 0, () =>
      claim(
        1,
        'The desk has no memory of one or more of its detectors.',
        alerts.slice(0, 2).map((alert) => alertRef(alert, 'detector')),
      ),
    ),
    ...when(
      alerts.some(({ isEscalated }) => isEscalated),
      () =>
        claim(1, 'A person escalated it.', refsOf(alerts.filter(({ isEscalated }) => isEscalated))),
    ),
  ];
}

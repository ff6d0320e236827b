/**
 * Suspicion: points that add up, each with its reason and what it rests on. It ranks, and what ranks
 * highest is escalated; it closes nothing. Only the desk's own verdicts about what sensors vouch for
 * take points away.
 */
import type { EngineReason, EvidenceRef } from '../explanation.ts';
import {
  type Condition,
  type ConditionInput,
  isContradicted,
  isKnownBurst,
  isUnsettledHost,
  unseenKinds,
} from './conditions.ts';
import type { AlertFacts, EngineAlert, KeyCounts } from './engine.types.ts';
import type { PointCode, PointTable } from './points.ts';

const SEVERITY_POINTS = {
  CRITICAL: 'severity-critical',
  HIGH: 'severity-high',
  MEDIUM: 'severity-medium',
  LOW: 'severity-low',
} as const;

/** Small letters; of the enterprise matrix by any of its versions. */
const LATE = new Set([
  'impact',
  'exfiltration',
  'command and control',
  'lateral movement',
  'credential access',
  'privilege escalation',
  'collection',
]);
const MIDDLE = new Set([
  'execution',
  'persistence',
  'defense evasion',
  'defense impairment',
  'stealth',
  'initial access',
]);
const MANY_DETECTORS = 4;

export interface Suspicion {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly EngineReason[];
}

type Say = (
  code: PointCode,
  text: string,
  evidence: readonly EvidenceRef[],
  quotes?: readonly string[],
) => void;

export function suspicionOf(input: ConditionInput, points: PointTable): Suspicion {
  const reasons: EngineReason[] = [];
  const say: Say = (code, text, evidence, quotes = []) =>
    void reasons.push({
      code,
      text,
      points: points[code],
      quotes: [...quotes],
      evidence: [...evidence],
    });
  sayOfAlert(input, say);
  sayOfPlace(input, say);
  sayOfHistory(input, say);
  const sum = reasons.reduce((total, reason) => total + reason.points, 0);
  return { score: Math.min(100, Math.max(0, Math.round(sum))), reasons };
}

const ofAlert = (alert: EngineAlert, field: string): EvidenceRef => ({
  kind: 'alert',
  id: alert.id,
  field,
});

function sayOfAlert({ alert, facts, findings }: ConditionInput, say: Say): void {
  say(SEVERITY_POINTS[alert.severity], `The source rates it ${alert.severity}`, [
    ofAlert(alert, 'severity'),
  ]);
  const tactic = tacticOf(facts);
  if (tactic !== null) {
    const evidence = alert.techniques.map((id): EvidenceRef => ({ kind: 'technique', id }));
    say(tactic.code, `The source names techniques of ${tactic.name}`, evidence);
  }
  const [hit] = facts.indicatorHits;
  if (hit !== undefined) {
    const evidence = facts.indicatorHits.map(({ id }): EvidenceRef => ({ kind: 'indicator', id }));
    say(
      'indicator-hit',
      'It names a known indicator',
      evidence,
      facts.indicatorHits.map(({ value }) => value),
    );
  }
  if (findings.length > 0) {
    const evidence = findings.map(({ field }) => ofAlert(alert, field));
    const quotes = findings.map(({ quote }) => quote);
    say(
      'text-injection',
      'Possible log injection: a text instructs its reader or excuses itself',
      evidence,
      quotes,
    );
  }
}

function tacticOf(facts: AlertFacts): { code: PointCode; name: string } | null {
  const names = [...facts.tactics].sort();
  const of = (set: ReadonlySet<string>) => names.find((name) => set.has(name.toLowerCase()));
  const [late, middle, early] = [of(LATE), of(MIDDLE), names[0]];
  if (late !== undefined) return { code: 'tactic-late', name: late };
  if (middle !== undefined) return { code: 'tactic-middle', name: middle };
  return early === undefined ? null : { code: 'tactic-early', name: early };
}

function sayOfPlace({ alert, facts }: ConditionInput, say: Say): void {
  const host: EvidenceRef[] = alert.host ? [{ kind: 'entity', id: `host:${alert.host.text}` }] : [];
  if (facts.criticality === 'CRITICAL')
    say('critical-asset', 'A critical asset is concerned', host);
  if (facts.openInvestigation !== null) {
    const { kind, id } = facts.openInvestigation;
    say('open-investigation', `An ${kind} is open on one of its entities`, [{ kind, id }]);
  }
  if (isUnsettledHost(facts))
    say(
      'unsettled-host',
      `${facts.newOnHost} detectors spoke of the host for the first time within an hour`,
      host,
    );
  if (facts.detectorsOnHost >= MANY_DETECTORS)
    say(
      'many-detectors',
      `${facts.detectorsOnHost} detectors spoke of the host within an hour`,
      host,
    );
  if (facts.peer === 'external')
    say('external-peer', 'An address outside takes part', [ofAlert(alert, 'sourceIp')]);
}

function sayOfHistory({ alert, keys, facts, support }: ConditionInput, say: Say): void {
  const pattern: EvidenceRef[] =
    keys.pattern === null ? [] : [{ kind: 'pattern', id: keys.pattern }];
  const detector = [ofAlert(alert, 'detector')];
  const { firstSeen, dispositions } = facts;
  if (firstSeen.detector)
    say('new-detector', 'Nothing of this detector was seen here in 30 days', detector);
  else if (firstSeen.detectorOnHost)
    say('new-detector-on-host', 'The detector had not spoken of this host in 30 days', detector);
  if (support && support.closed > 0 && !isKnownBurst(facts, support))
    say('unknown-burst', `${facts.burst} repeats, more than were ever closed at once`, pattern);
  if (support && support.closed > 0 && support.unseenTraits.length > 0)
    say('unseen-context', `New for the pattern: ${unseenKinds(support).join(', ')}`, pattern);
  if (support && support.malicious > 0 && isContradicted(support))
    say(
      'confirmed-malicious',
      `${support.malicious} of the pattern closed as malicious within 90 days`,
      pattern,
    );
  else if (maliciousShare(dispositions.detector) >= 0.5)
    say(
      'detector-malicious',
      'Most of the detector\u2019s alerts were closed as malicious',
      detector,
    );
  if (support && !isContradicted(support) && support.counted >= 3)
    say(
      'closed-before',
      `Closed as benign ${support.closed} times on ${support.days} ${support.days === 1 ? 'day' : 'days'}`,
      pattern,
    );
  else if (isBenign(dispositions.detector))
    say(
      'detector-benign',
      'The detector\u2019s alerts were closed as benign on other hosts, never as malicious',
      detector,
    );
}

const maliciousShare = (counts: KeyCounts | null): number =>
  counts === null || counts.malicious90 < 2
    ? 0
    : counts.malicious90 / (counts.malicious90 + counts.benign90);

const isBenign = (counts: KeyCounts | null): boolean =>
  counts !== null && counts.malicious90 === 0 && counts.benign90 >= 5;

/** What speaks against closing, as reasons of the explanation. */
export const asCounter = ({ code, text }: Condition): EngineReason => ({
  ...{ code, text, points: 0 },
  ...{ quotes: [], evidence: [] },
});

/**
 * One decision about one alert, with all its reasons. A file that grants power: 'auto-close' may close
 * where that was earned. Its defences: the conditions (conditions.ts) read what sensors and this desk's
 * people said; a text of strangers can only be missing support, add points or be a finding.
 */

import { toIso } from '../../../kernel/time.ts';
import { DECISIONS, type Decision, type Explanation } from '../explanation.ts';
import {
  CLOSINGS_AT_LEAST,
  type Condition,
  type ConditionInput,
  DAYS_AT_LEAST,
  missingConditions,
} from './conditions.ts';
import {
  type AlertFacts,
  ENGINE_VERSION,
  type EngineAlert,
  type PatternSupport,
} from './engine.types.ts';
import { patternKeys } from './pattern-keys.ts';
import { nextSteps } from './playbook.ts';
import { POINTS, type PointTable } from './points.ts';
import { asCounter, suspicionOf } from './suspicion.ts';
import { type FindTexts, textFindings } from './text-findings.ts';

/** Suspicion from which on an alert is escalated. */
const ESCALATE_AT = 70;
/** So few closings already say that it is likely benign. */
const LIKELY_AT = 3;
/** What may be missing of an alert that is likely benign. */
const LIKELY_WITHOUT: ReadonlySet<string> = new Set([
  'closings',
  'days',
  'unsettled-desk',
  'daily-cap',
]);

export interface AssessOptions {
  /** As the desk refitted them, and which of its refits they are; 0: by hand. */
  readonly points?: PointTable;
  readonly revision?: number;
  /** For many alerts in a row: `createTextFinder()`. */
  readonly findTexts?: FindTexts;
}

/** @param support of the alert's own pattern (`patternKeys(alert).pattern`); null: the desk never met it. */
export function assess(
  alert: EngineAlert,
  facts: AlertFacts,
  support: PatternSupport | null,
  { points = POINTS, revision = 0, findTexts = textFindings }: AssessOptions = {},
): Explanation {
  const keys = patternKeys(alert);
  const own = support !== null && support.pattern === keys.pattern ? support : null;
  const input: ConditionInput = { alert, keys, facts, support: own, findings: findTexts(alert) };
  const { score, reasons } = suspicionOf(input, points);
  const missing = missingConditions(input);
  const decision = decide(input, score, missing);
  return {
    decision,
    version: revision === 0 ? ENGINE_VERSION : `${ENGINE_VERSION}+points.${revision}`,
    suspicion: score,
    reasons: [...reasons].sort((a, b) => b.points - a.points || (a.code < b.code ? -1 : 1)),
    support: own && supportOf(own),
    similar: (own?.similar ?? [])
      .slice(0, 5)
      .map(({ closedAt, ...past }) => ({ ...past, closedAt: toIso(closedAt) })),
    counter: counterOf(input, missing),
    wouldChange: whatWouldChange(input, decision, missing),
    missing: missing.map(({ code, text }) => ({ code, text })),
    next: nextSteps(input, decision),
  };
}

function supportOf(support: PatternSupport): Explanation['support'] {
  return {
    pattern: support.pattern,
    label: support.label,
    closed: support.closed,
    days: support.days,
    analysts: support.analysts.map(({ name, closed }) => ({ name, closed })),
    malicious: support.malicious,
    lastAt: support.lastAt === null ? null : toIso(support.lastAt),
  };
}

function decide(input: ConditionInput, score: number, missing: readonly Condition[]): Decision {
  if (mustEscalate(input, score)) return 'escalate';
  if (missing.length === 0) return 'auto-close';
  const { support } = input;
  const isLikely =
    support !== null &&
    support.counted >= LIKELY_AT &&
    missing.every(({ code }) => LIKELY_WITHOUT.has(code));
  return isLikely ? 'likely-benign' : 'review';
}

function mustEscalate({ alert, facts, support }: ConditionInput, score: number): boolean {
  if (score >= ESCALATE_AT || alert.severity === 'CRITICAL') return true;
  if (facts.indicatorHits.length > 0 || (support !== null && isMostlyMalicious(support)))
    return true;
  return alert.severity === 'HIGH' && facts.criticality === 'CRITICAL';
}

/** Two closings at least, so that one wrong verdict sends nothing up. */
const isMostlyMalicious = ({ malicious, closed }: PatternSupport): boolean =>
  malicious >= 2 && malicious >= closed;

/** What speaks against the decision: of a benign one what is missing, of an alarming one what was closed. */
function counterOf(
  { keys, support, facts }: ConditionInput,
  missing: readonly Condition[],
): Explanation['counter'] {
  const counter = missing
    .filter(({ code }) => code !== 'closings' && code !== 'days' && code !== 'principal')
    .map(asCounter);
  const pattern = keys.pattern === null ? [] : [{ kind: 'pattern' as const, id: keys.pattern }];
  if (support && support.closed > 0) {
    const text = `People closed the pattern as benign ${support.closed} ${support.closed === 1 ? 'time' : 'times'}`;
    counter.push({ code: 'closed-before', text, points: 0, quotes: [], evidence: pattern });
  }
  if (facts.allowListHits.length > 0) {
    const quotes = facts.allowListHits.map(({ value }) => value);
    const text = 'On a list of known good values, which says nothing of what was done with them';
    counter.push({ code: 'allow-list', text, points: 0, quotes, evidence: [] });
  }
  return counter;
}

function whatWouldChange(
  { support }: ConditionInput,
  decision: Decision,
  missing: readonly Condition[],
): string[] {
  const codes = new Set(missing.map(({ code }) => code));
  if (decision === 'auto-close')
    return [
      'One closing of the pattern as malicious',
      'An indicator hit, or an investigation opened on one of its entities',
      'A burst, user, command line or severity the pattern did not have before',
    ];
  const changes: string[] = [];
  if (codes.has('closings')) {
    const more = CLOSINGS_AT_LEAST - (support?.counted ?? 0);
    changes.push(`${more} more ${more === 1 ? 'closing' : 'closings'} of the pattern as benign`);
  }
  if (codes.has('days')) changes.push(`Closings on ${DAYS_AT_LEAST} days`);
  if (codes.has('second-look')) changes.push('A second person\u2019s look at the contradiction');
  if (codes.has('context') || codes.has('burst'))
    changes.push('A closing as benign in this very context');
  if (codes.has('open-investigation')) changes.push('The end of the investigation');
  if (codes.has('unsettled-host') || codes.has('unsettled-desk'))
    changes.push('An hour without new detections');
  if (decision !== 'escalate')
    changes.push('An indicator hit, or a closing of the pattern as malicious');
  return changes;
}

/** From the most alarming (0) on: to compare decisions. */
export const alarmOf = (decision: Decision): number => DECISIONS.indexOf(decision);

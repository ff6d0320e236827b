/**
 * What must hold for an alert to be closed by itself. All of it, and each that is missing is named. A
 * file that grants power: nothing here reads a word a stranger wrote, except to say no.
 */
import { DAY_MS } from '../../../kernel/time.ts';
import type { AlertFacts, EngineAlert, PatternKeys, PatternSupport } from './engine.types.ts';
import type { TextFinding } from './text-findings.ts';

/** Closings as benign, on so many days, that a pattern must have. */
export const CLOSINGS_AT_LEAST = 5;
export const DAYS_AT_LEAST = 2;
/** Support is remembered so long. */
export const SUPPORT_MS = 90 * DAY_MS;
/** Of one day's closings of a pattern, so many count as support. */
export const DAILY_SUPPORT = 10;
/** Closed by themselves of one pattern within a day, at most. */
const DAILY_CLOSINGS = 200;
/** From so many closings on, two people must confirm what contradicts them all. */
export const LONG_HISTORY = 20;

/** A burst is known up to twice the largest that was closed before. */
const BURST_FACTOR = 2;
/** So many detectors that never spoke of a host, within an hour: something is going on there. */
const NEW_ON_HOST = 3;
/** The same over the desk, or this many times what is usual; then only long support holds. */
const NEW_ON_DESK = 8;
const NEW_ON_DESK_FACTOR = 4;
const LONG_SUPPORT = 30;
/** Share of verdicts that are wrong at an ordinary desk, and how unlikely their number may be. */
const WRONG_SHARE = 0.05;
const UNLIKELY = 0.05;

export interface Condition {
  readonly code: string;
  /** Said where it is missing. */
  readonly text: string;
}

export interface ConditionInput {
  readonly alert: EngineAlert;
  readonly keys: PatternKeys;
  readonly facts: AlertFacts;
  readonly support: PatternSupport | null;
  readonly findings: readonly TextFinding[];
}

/**
 * How many contradictions among so many closings wrong verdicts alone explain: while second looks are
 * out, no more than that leaves a pattern standing. None below ten closings.
 */
export function explainedByError(closed: number): number {
  if (closed < 10) return 0;
  let term = (1 - WRONG_SHARE) ** closed;
  let below = term;
  let count = 0;
  while (1 - below > UNLIKELY && count < closed) {
    count++;
    term *= (((closed - count + 1) / count) * WRONG_SHARE) / (1 - WRONG_SHARE);
    below += term;
  }
  return count;
}

export function isContradicted(support: PatternSupport): boolean {
  const { confirmed, leaning, open } = support.secondLook;
  return confirmed > 0 || leaning > 0 || open > explainedByError(support.closed);
}

export const isUnsettledHost = (facts: AlertFacts): boolean => facts.newOnHost >= NEW_ON_HOST;

export const isUnsettledDesk = (facts: AlertFacts): boolean =>
  facts.newOnDesk >= Math.max(NEW_ON_DESK, NEW_ON_DESK_FACTOR * facts.newOnDeskUsual);

export const isKnownBurst = (facts: AlertFacts, support: PatternSupport): boolean =>
  facts.burst <= BURST_FACTOR * Math.max(1, support.burstMax);

const TRAIT_WORDS: Readonly<Record<string, string>> = {
  severity: 'severity',
  title: 'title',
  from: 'place of the source address',
  to: 'place of the destination address',
  user: 'user',
  process: 'process',
  command: 'command line',
  technique: 'technique',
};

/** Kinds of what is new, in words; values are not repeated, strangers may have written them. */
export function unseenKinds(support: PatternSupport): string[] {
  const kinds = support.unseenTraits.map((trait) => trait.slice(0, trait.indexOf(':')));
  return [...new Set(kinds)].map((kind) => TRAIT_WORDS[kind] ?? kind);
}

/** What is missing for closing by itself, in a fixed order; none: it may. */
export function missingConditions(input: ConditionInput): Condition[] {
  return [...missingSupport(input), ...standingAgainst(input), ...missingContext(input)];
}

function missingSupport({ alert, keys, support }: ConditionInput): Condition[] {
  if (keys.pattern === null)
    return [
      {
        code: 'principal',
        text: 'The source names no host and no address inside that a sensor vouches for',
      },
    ];
  const { closed = 0, counted = 0, days = 0, lastAt = null } = support ?? {};
  const missing: Condition[] = [];
  if (counted < CLOSINGS_AT_LEAST) {
    const text = `Closed as benign ${closed} ${closed === 1 ? 'time' : 'times'} by named analysts in 90 days; ${CLOSINGS_AT_LEAST} are needed`;
    missing.push({ code: 'closings', text });
  }
  if (days < DAYS_AT_LEAST)
    missing.push({
      code: 'days',
      text: `Closed as benign on ${days} ${days === 1 ? 'day' : 'days'}; ${DAYS_AT_LEAST} are needed`,
    });
  if (lastAt !== null && alert.at - lastAt >= SUPPORT_MS)
    missing.push({ code: 'age', text: 'The last closing of the pattern is 90 days old or older' });
  if (support && isContradicted(support)) missing.push(contradiction(support));
  return missing;
}

function contradiction({ secondLook, closed }: PatternSupport): Condition {
  const { confirmed, leaning, open } = secondLook;
  if (confirmed > 0)
    return {
      code: 'contradiction',
      text: `${confirmed} of the pattern ${confirmed === 1 ? 'was' : 'were'} confirmed as malicious within 90 days`,
    };
  const waiting = open + leaning;
  return {
    code: 'second-look',
    text: `${waiting} of the pattern ${waiting === 1 ? 'was' : 'were'} closed as malicious against ${closed} as benign, and a second look is not done`,
  };
}

function standingAgainst({ alert, facts, findings }: ConditionInput): Condition[] {
  const missing: Condition[] = [];
  if (alert.severity === 'HIGH' || alert.severity === 'CRITICAL')
    missing.push({ code: 'severity', text: 'Severity is HIGH or above' });
  if (facts.indicatorHits.length > 0)
    missing.push({ code: 'indicator', text: 'A known indicator was hit' });
  if (facts.criticality === 'CRITICAL')
    missing.push({ code: 'critical-asset', text: 'A critical asset is concerned' });
  if (facts.openInvestigation !== null)
    missing.push({
      code: 'open-investigation',
      text: `An ${facts.openInvestigation.kind} is open on one of its entities`,
    });
  if (findings.length > 0)
    missing.push({
      code: 'text',
      text: 'A text of the alert instructs its reader or excuses itself',
    });
  return missing;
}

function missingContext({ facts, support }: ConditionInput): Condition[] {
  const missing: Condition[] = [];
  if (support && !isKnownBurst(facts, support))
    missing.push({
      code: 'burst',
      text: `${facts.burst} repeats; the largest burst that was closed had ${support.burstMax}`,
    });
  if (support && support.unseenTraits.length > 0)
    missing.push({
      code: 'context',
      text: `New for the pattern: ${unseenKinds(support).join(', ')}`,
    });
  if (isUnsettledHost(facts))
    missing.push({
      code: 'unsettled-host',
      text: `${facts.newOnHost} detectors spoke of the host for the first time within an hour`,
    });
  if (isUnsettledDesk(facts) && (support?.closed ?? 0) < LONG_SUPPORT)
    missing.push({
      code: 'unsettled-desk',
      text: `${facts.newOnDesk} detections were new to their hosts within an hour; now ${LONG_SUPPORT} closings are needed`,
    });
  if (facts.autoClosedToday >= DAILY_CLOSINGS)
    missing.push({
      code: 'daily-cap',
      text: `${DAILY_CLOSINGS} of the pattern were closed by themselves within a day`,
    });
  return missing;
}

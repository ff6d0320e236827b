/**
 * What the local engine reads. The functions are beside: `assess` (assess.ts), `patternKeys`
 * (pattern-keys.ts), `toEngineAlert` (normalise.ts), `createPatternMemory` (pattern-memory.ts),
 * `createSightings` (sightings.ts). All are pure: no clock, no chance, no order of keys in them, so that
 * the same inputs give the same answer byte for byte.
 */
import type { Severity } from '../../../kernel/severity.ts';

/** Raised with every change that may give another answer; explanations carry it. */
export const ENGINE_VERSION = '1.1.0';

/**
 * A text of an alert. `attacker`: strangers can write it, wholly or in part, so that it may add
 * suspicion or stand in the way of closing, and nothing else.
 */
export interface EngineText {
  readonly text: string;
  readonly attacker: boolean;
}

/** One alert in one form, whatever its source. Null: the source does not say. */
export interface EngineAlert {
  readonly id: string;
  /** Its own time, ms since the epoch. */
  readonly at: number;
  readonly severity: Severity;
  readonly source: EngineText;
  /** What detected it. Where the source names none, the verbatim title (`detectorIsTitle`). */
  readonly detector: EngineText;
  readonly detectorIsTitle: boolean;
  readonly category: EngineText | null;
  /** As the source said them, never guessed. */
  readonly techniques: readonly string[];
  readonly title: EngineText;
  readonly description: EngineText;
  /** The machine the sensor speaks for. */
  readonly host: EngineText | null;
  readonly user: EngineText | null;
  readonly sourceAddress: EngineText | null;
  readonly destAddress: EngineText | null;
  readonly process: EngineText | null;
  readonly commandLine: EngineText | null;
}

export interface KeyCounts {
  readonly benign7: number;
  readonly malicious7: number;
  readonly benign90: number;
  readonly malicious90: number;
}

/** From the widest to the narrowest. */
export const KEY_LEVELS = ['detector', 'role', 'host'] as const;
export type KeyLevel = (typeof KEY_LEVELS)[number];

/**
 * Under what the desk's verdicts about an alert are kept. Only what sensors vouch for is in `pattern` and
 * in the levels; what strangers may write is in `traits`, which can only stand in the way.
 */
export interface PatternKeys {
  readonly detector: string;
  readonly role: string;
  /** Null where no sensor vouches for a host or an internal address. */
  readonly host: string | null;
  /** What may be closed as one: detector × role × host. Null: nothing of the kind may. */
  readonly pattern: string | null;
  /** In words, of the sensor's own names. */
  readonly label: string;
  /** Its context: each must have been met in closings of the pattern. `<kind>:<value>`, sorted. */
  readonly traits: readonly string[];
}

export interface NamedHit {
  /** Of the indicator or the list. */
  readonly id: string;
  /** What of the alert hit. */
  readonly value: string;
}

/** What the workspace knows around one alert, as of the moment of the decision. */
export interface AlertFacts {
  /** Alerts of the same detector on the same host in the quarter of an hour up to this one, itself among them. */
  readonly burst: number;
  /** Detectors that spoke of the host in the hour up to now. */
  readonly detectorsOnHost: number;
  /** Of these, how many had never spoken of it before (30 days). */
  readonly newOnHost: number;
  /** The same over all hosts, and how many an hour are usual (mean of the 7 days before). */
  readonly newOnDesk: number;
  readonly newOnDeskUsual: number;
  /** Nobody had seen it before this alert (30 days). */
  readonly firstSeen: {
    readonly detector: boolean;
    readonly detectorOnHost: boolean;
    readonly host: boolean;
    readonly user: boolean;
  };
  /** Where the other side of the traffic is. */
  readonly peer: 'internal' | 'external' | 'none';
  /** 0 to 23, UTC. */
  readonly hour: number;
  /** As people marked host, user or address: the most critical of them. */
  readonly criticality: 'CRITICAL' | 'NORMAL' | 'KNOWN_BENIGN';
  readonly indicatorHits: readonly NamedHit[];
  /** Informs only: attackers choose where they act from. */
  readonly allowListHits: readonly NamedHit[];
  /** An investigation or incident that is open on an entity of the alert. */
  readonly openInvestigation: {
    readonly kind: 'investigation' | 'incident';
    readonly id: string;
  } | null;
  /** Tactics of its techniques, by the ATT&CK table. */
  readonly tactics: readonly string[];
  /** The desk's verdicts per key; null where it has none. */
  readonly dispositions: Readonly<Record<KeyLevel, KeyCounts | null>>;
  /** How many of the pattern were closed by themselves in the day up to now. */
  readonly autoClosedToday: number;
}

export interface PastAlert {
  readonly alertId: string;
  readonly title: string;
  readonly closedAt: number;
  readonly verdict: string | null;
}

/** What the desk did with a pattern in the 90 days up to a moment. Times in ms. */
export interface PatternSupport {
  readonly pattern: string;
  readonly label: string;
  /** Closings as benign by named people. */
  readonly closed: number;
  /** The same, at most `DAILY_SUPPORT` a day: many at once are one opinion. */
  readonly counted: number;
  /** Days (UTC) with such closings. */
  readonly days: number;
  readonly analysts: readonly {
    readonly id: string;
    readonly name: string;
    readonly closed: number;
  }[];
  /** Closings as malicious that nobody took back. */
  readonly malicious: number;
  readonly lastAt: number | null;
  /** The largest burst that was closed as benign. */
  readonly burstMax: number;
  /** Traits of this alert that no closing of the pattern had. */
  readonly unseenTraits: readonly string[];
  /**
   * Contradictions: `open` wait for another person's look; `leaning` were confirmed once where two
   * must agree; `confirmed` stand.
   */
  readonly secondLook: {
    readonly open: number;
    readonly leaning: number;
    readonly confirmed: number;
  };
  /** Newest first, at most five. */
  readonly similar: readonly PastAlert[];
}

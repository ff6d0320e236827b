/**
 * The shapes of Sigma (specification 2.1.0: rules, correlations, filters) as plain data: a parsed document
 * may be kept as JSON and crosses threads as it is. Nothing in here runs.
 */
import type { EventFields } from '../events/event.types.ts';

/** An event to Sigma is its fields, as every reader of evidence gives them. */
export type FlatEvent = EventFields;

export interface SigmaLogsource {
  readonly product?: string;
  readonly category?: string;
  readonly service?: string;
}

/** `one` is `?`, `many` is `*`, `dash` any of the dashes that begin an option (modifier windash). */
export type Wild = 'one' | 'many' | 'dash';
export type Piece = { readonly text: string } | { readonly wild: Wild };

export type TimePart = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
export type Comparison = 'lt' | 'lte' | 'gt' | 'gte' | 'eq';
export type Place = 'is' | 'contains' | 'starts' | 'ends';

/** What one value of a rule asks of one value of an event. */
export type ValueTest =
  | { readonly type: 'text'; readonly pieces: readonly Piece[]; readonly cased: boolean }
  | { readonly type: 'regex'; readonly source: string; readonly flags: string }
  | { readonly type: 'cidr'; readonly range: string }
  | {
      readonly type: 'compare';
      readonly op: Comparison;
      readonly than: number;
      readonly part: TimePart | null;
    }
  | { readonly type: 'null' }
  | { readonly type: 'exists'; readonly exists: boolean }
  | {
      readonly type: 'field';
      readonly other: string;
      readonly place: Place;
      readonly cased: boolean;
    };

/** `field|modifiers: values`. Each value may stand for several alternatives (base64offset, numbers). */
export interface FieldTest {
  readonly type: 'test';
  /** Null for keywords, which are looked for in every value of the event. */
  readonly field: string | null;
  readonly every: boolean;
  readonly negated: boolean;
  readonly values: readonly (readonly ValueTest[])[];
}

export type Selection =
  | FieldTest
  | { readonly type: 'and'; readonly items: readonly Selection[] }
  | { readonly type: 'or'; readonly items: readonly Selection[] };

export type Condition =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'not'; readonly item: Condition }
  | { readonly type: 'and'; readonly items: readonly Condition[] }
  | { readonly type: 'or'; readonly items: readonly Condition[] }
  | { readonly type: 'least'; readonly count: number; readonly items: readonly Condition[] };

export interface Detection {
  readonly selections: Readonly<Record<string, Selection>>;
  readonly condition: Condition;
}

/** What is shown of a rule, and kept with every hit. */
export interface SigmaInfo {
  readonly id: string | null;
  readonly name: string | null;
  readonly title: string;
  readonly level: string | null;
  readonly status: string | null;
  /** The day of the last change as the rule states it: `modified`, else `date`. Sigma has no other version. */
  readonly version: string | null;
  /** SHA-256 of the document's own text. */
  readonly hash: string;
  readonly tags: readonly string[];
  readonly fields: readonly string[];
}

export interface SigmaRule {
  readonly kind: 'rule';
  readonly info: SigmaInfo;
  readonly logsource: SigmaLogsource;
  readonly detection: Detection;
}

export interface SigmaFilter {
  readonly kind: 'filter';
  readonly info: SigmaInfo;
  readonly logsource: SigmaLogsource;
  /** Ids and names of the rules it applies to; null for all of its log source. */
  readonly rules: readonly string[] | null;
  readonly detection: Detection;
  /** True where the condition already says what passes (`not selection`), as pySigma writes filters. */
  readonly keeps: boolean;
}

export type CorrelationType =
  | 'event_count'
  | 'value_count'
  | 'value_sum'
  | 'value_avg'
  | 'value_percentile'
  | 'temporal'
  | 'temporal_ordered';

export interface Bound {
  readonly op: Comparison | 'neq';
  readonly than: number;
}

export interface SigmaCorrelation {
  readonly kind: 'correlation';
  readonly info: SigmaInfo;
  readonly type: CorrelationType;
  readonly rules: readonly string[];
  readonly groupBy: readonly string[];
  /** Alias, then the name of a rule, then the field it stands for. */
  readonly aliases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly timespanMs: number;
  readonly bounds: readonly Bound[];
  /** The fields of value correlations. */
  readonly fields: readonly string[];
  /** For value_percentile: the percentile that is compared; null compares each value's share in percent. */
  readonly percentile: number | null;
  /** Whether the rules it speaks of also report by themselves. */
  readonly generate: boolean;
}

export type SigmaDocument = SigmaRule | SigmaFilter | SigmaCorrelation;

/** One document of a file: what it became, or why it cannot run. */
export type SigmaEntry =
  | { readonly state: 'ready'; readonly document: SigmaDocument; readonly notes: readonly string[] }
  | {
      /** `invalid` breaks the specification, `unsupported` is sound and asks for what we cannot do. */
      readonly state: 'invalid' | 'unsupported';
      readonly id: string | null;
      readonly title: string | null;
      readonly hash: string;
      readonly reasons: readonly string[];
    };

/** A YAML node as its text says it: scalars keep their spelling, maps their order and double keys. */
export type YamlNode =
  | { readonly type: 'scalar'; readonly text: string; readonly plain: boolean }
  | { readonly type: 'list'; readonly items: readonly YamlNode[] }
  | { readonly type: 'map'; readonly entries: readonly (readonly [string, YamlNode])[] };

export interface YamlDocument {
  /** The document's own text, of which the hash is made. */
  readonly text: string;
  readonly root: YamlNode | null;
  readonly problem: string | null;
}

export interface Regex {
  test(text: string): boolean;
}

/** What the engine is given, as `shared` imports no package: see main/areas/forensics/sigma-ports.ts. */
export interface SigmaPorts {
  /** Never throws; bounded by the adapter. */
  parseYaml(text: string): readonly YamlDocument[];
  /**
   * Linear in time, unanchored; flags are any of `i`, `m`, `s`.
   * @throws Error with what the expression asks for and cannot have.
   */
  regex(source: string, flags: string): Regex;
  /** SHA-256 in hex. */
  hash(text: string): string;
}

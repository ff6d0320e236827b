/** A pattern of STIX 2.1 (section 9) as a tree. */

export type PatternValue =
  | { readonly type: 'string' | 'hex' | 'binary' | 'timestamp'; readonly text: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'boolean'; readonly text: 'true' | 'false' };

export const COMPARATORS = [
  ...(['=', '!=', '<', '<=', '>', '>='] as const),
  ...(['IN', 'LIKE', 'MATCHES', 'ISSUBSET', 'ISSUPERSET', 'EXISTS'] as const),
] as const;
export type Comparator = (typeof COMPARATORS)[number];

export type ComparisonNode =
  | {
      readonly type: 'comparison';
      /** 'file:hashes.SHA-256', without quotes. */
      readonly path: string;
      readonly operator: Comparator;
      readonly isNegated: boolean;
      /** One; several of IN; none of EXISTS. */
      readonly values: readonly PatternValue[];
    }
  | { readonly type: 'and' | 'or'; readonly parts: readonly ComparisonNode[] };

export type Qualifier =
  | { readonly type: 'within'; readonly seconds: number }
  | { readonly type: 'repeats'; readonly times: number }
  | { readonly type: 'between'; readonly start: string; readonly stop: string };

export type ObservationNode =
  | {
      readonly type: 'observation';
      readonly comparison: ComparisonNode;
      readonly qualifiers: readonly Qualifier[];
    }
  | {
      readonly type: 'and' | 'or' | 'followed-by';
      readonly parts: readonly ObservationNode[];
      readonly qualifiers: readonly Qualifier[];
    };

export type ParsedPattern =
  | { readonly type: 'parsed'; readonly pattern: ObservationNode }
  /** `at`: in characters. */
  | { readonly type: 'malformed'; readonly at: number; readonly expected: string };

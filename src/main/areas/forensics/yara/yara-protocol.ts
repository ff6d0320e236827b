/** What the thread of YARA-X is told, and what it answers. */
import type {
  YaraMatch,
  YaraRuleState,
  YaraSource,
  YaraTarget,
} from '../../../../shared/areas/forensics/yara/yara.types.ts';

export type YaraRequest =
  | { readonly type: 'compile'; readonly source: YaraSource }
  /** Rules that the following scans run; replaces those before. */
  | { readonly type: 'load'; readonly sources: readonly YaraSource[] }
  | {
      readonly type: 'scan';
      readonly target: YaraTarget;
      readonly bytes: Uint8Array;
      /** Where these bytes stand in the file. */
      readonly base: number;
    };

export interface CompiledSource {
  readonly rules: readonly YaraRuleState[];
  /** What is wrong outside of rules. */
  readonly problems: readonly string[];
}

export type YaraAnswer =
  | { readonly type: 'compiled'; readonly compiled: CompiledSource }
  | { readonly type: 'loaded'; readonly rules: number }
  | { readonly type: 'scanned'; readonly matches: readonly YaraMatch[]; readonly rules: number }
  | { readonly type: 'failed'; readonly message: string };

export interface YaraEnvelope<T> {
  readonly id: number;
  readonly body: T;
  /** Of the module's memory, in bytes; in answers. */
  readonly memory: number;
}

/** Of one pattern in one file. */
export const MOST_MATCHES = 100;
/** Places that are told of one rule. */
export const MOST_PLACES = 20;
/** Rules that are told of one file. */
export const MOST_RULES_HIT = 200;
/** Bytes of a match that are told, and around it. */
export const MATCH_BYTES = 64;
export const AROUND_BYTES = 16;

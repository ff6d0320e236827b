/** YARA rules and what they find. Strangers write all texts in here. */

export interface YaraSource {
  /** Tells it apart from others: a path in its pack. */
  readonly name: string;
  readonly text: string;
}

/** What a rule is for, as far as its condition says without doubt. */
export type YaraTarget = 'pe' | 'elf' | 'any';

/** One rule's place in its text. */
export interface YaraSlice {
  readonly identifier: string;
  readonly isGlobal: boolean;
  readonly isPrivate: boolean;
  /** Characters from the start of the text: first, and behind the last. */
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly target: YaraTarget;
  /** Names in its condition; among them those of other rules. */
  readonly names: readonly string[];
}

export interface YaraRuleState {
  readonly identifier: string;
  readonly line: number;
  readonly state: 'ready' | 'warning' | 'unsupported' | 'invalid';
  /** 'line 12: unknown pattern `$x`'. */
  readonly reasons: readonly string[];
  readonly tags: readonly string[];
  readonly meta: Readonly<Record<string, string>>;
}

export interface YaraHitPlace {
  /** '$a'. */
  readonly pattern: string;
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly length: number;
  /** The first matched bytes with some around them, hexadecimal, and where the match begins in them. */
  readonly bytes: string;
  readonly lead: number;
}

export interface YaraMatch {
  readonly source: string;
  readonly identifier: string;
  readonly tags: readonly string[];
  readonly meta: Readonly<Record<string, string>>;
  readonly places: readonly YaraHitPlace[];
  /** Places there are, listed here or not; each pattern is counted up to its limit. */
  readonly placeCount: number;
}

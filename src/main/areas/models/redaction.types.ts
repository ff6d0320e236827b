import type { ModelMessage } from '../../platform/model-port.ts';

/** What a pseudonym stands for. TEXT: words of the text itself that look like one of ours. */
export const PSEUDONYM_KINDS = [
  'HOST',
  'USER',
  'IP',
  'MAIL',
  'DOMAIN',
  'ORG',
  'PATH',
  'ENCODED',
  'TEXT',
] as const;
export type PseudonymKind = (typeof PSEUDONYM_KINDS)[number];

export interface KnownTerm {
  readonly kind: PseudonymKind;
  readonly value: string;
}

/** Reads what this workspace knows by name. */
export interface TermSource {
  /** Always looked for: accounts, company, its domains, vendors. */
  standing(): readonly KnownTerm[];
  /** Which of these words (lower case) are hosts, accounts or addresses of the workspace. */
  among(words: readonly string[]): readonly KnownTerm[];
  /** Whether addresses, domains and mail addresses of others get pseudonyms, too. */
  hidesExternal(): boolean;
}

export interface Pseudonym {
  /** `HOST_3`; `HOST_3v2` is the same value in another spelling. */
  readonly name: string;
  readonly kind: PseudonymKind;
  /** What it stands for, as it was written. */
  readonly value: string;
}

/** What was taken out for good, by kind. */
export interface Removed {
  readonly kind: string;
  readonly count: number;
}

export interface Redaction {
  readonly messages: readonly ModelMessage[];
  /** Of the whole run so far. */
  readonly pseudonyms: readonly Pseudonym[];
  /** Of these messages. */
  readonly removed: readonly Removed[];
}

/** Restores a stream: a piece may end in the middle of a pseudonym, which is then held back. */
export interface StreamRestorer {
  push(piece: string): string;
  /** What was held back. */
  end(): string;
}

export interface Redactor {
  /** @throws ModelFailure 'redaction' where anything is doubtful; then nothing may be sent. */
  redact(messages: readonly ModelMessage[], runId: string): Redaction;
  /**
   * The last look at the exact bytes that are to leave (the body of the request).
   * @throws ModelFailure 'redaction'
   */
  check(body: string, runId: string): void;
  /** Whole texts and arguments of tools; text that is JSON stays JSON. */
  restore(text: string, runId: string): string;
  restoring(runId: string): StreamRestorer;
  forget(runId: string): void;
}

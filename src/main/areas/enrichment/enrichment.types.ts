import type {
  KevEntry,
  NetworkFacts,
} from '../../../shared/areas/enrichment/enrichment.contract.ts';

/** Takes what a file says; both may be called millions of times. */
export interface NetworkSink {
  /** The number of these facts, to be named with ranges. */
  factsOf(facts: NetworkFacts): number;
  range(family: 4 | 6, start: bigint, end: bigint, facts: number): void;
  reject(reason: string): void;
}

/** What a file says of itself. */
export interface FileSays {
  readonly date: string | null;
  readonly source: string | null;
}

export interface KevFile extends FileSays {
  readonly entries: readonly KevEntry[];
  readonly rejected: ReadonlyMap<string, number>;
}

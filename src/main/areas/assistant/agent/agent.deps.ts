import type { EvidenceRef } from '../../../../shared/areas/assistant/explanation.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ModelGateway, ModelTool } from '../../../platform/model-port.ts';

/** A record that a tool found, before the run gives it an evidence id. */
export interface ToolRecord {
  readonly ref: EvidenceRef;
  readonly at: number | null;
  /** In the order in which they matter: the last are cut first. */
  readonly fields: Readonly<Record<string, string>>;
  /** Canonical `kind:value`: they join the case. */
  readonly entities: readonly string[];
}

export interface ToolAnswer {
  /** In words: what was wrong with the request, or what the records are. */
  readonly note: string;
  readonly records: readonly ToolRecord[];
}

/** What tools may be asked about: nothing that is not already in the case. */
export interface KnownCase {
  hasEntity(entity: string): boolean;
  /** Of an evidence id of this run. */
  refOf(evidenceId: string): EvidenceRef | undefined;
}

/** Read-only. `call` never throws for what a model wrote: it answers in words. */
export interface AnalystTools {
  readonly definitions: readonly ModelTool[];
  call(name: string, args: string, known: KnownCase): ToolAnswer;
}

export interface AgentDeps {
  readonly gateway: ModelGateway;
  readonly tools: AnalystTools;
  readonly clock: Clock;
  /** Letters and digits nobody can guess, at least 16; see `secretDelimiter`. */
  readonly random: () => string;
}

export type AgentPhase = 'hypotheses' | 'tools' | 'verdict' | 'checking' | 'masked';

/** What a person is shown while it runs: our own words only. */
export interface AgentProgress {
  readonly phase: AgentPhase;
  readonly text: string;
  readonly calls: number;
  readonly toolCalls: number;
}

export interface AgentRunOptions {
  readonly onProgress?: (progress: AgentProgress) => void;
  readonly signal?: AbortSignal;
}

export const BUDGET = { calls: 12, toolCalls: 20, ms: 300_000 } as const;

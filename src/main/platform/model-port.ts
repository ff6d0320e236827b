/** What the product asks of a model, whichever it is. Answered by src/main/areas/models; nothing else may speak to one. */
import type { ModelTask } from '../../shared/areas/models/tasks.ts';

/** Found by probing the endpoint: nothing is there, it writes, it uses tools. */
export type ModelTier = 'none' | 'writes' | 'tools';

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it: unchecked. */
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[];
    }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string };

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Record<string, unknown>;
}

export interface ModelRequest {
  readonly task: ModelTask;
  /** Who asked; null: the product itself. */
  readonly account: string | null;
  /** Calls of one run share its id, its budget and its pseudonyms. */
  readonly runId: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** The answer is asked for as JSON of this schema; it is checked by the caller all the same. */
  readonly schema?: { readonly name: string; readonly schema: Record<string, unknown> };
  readonly maxTokens?: number;
  /** Pieces of text as they arrive, pseudonyms already turned back; unverified. */
  readonly onText?: (piece: string) => void;
  readonly signal?: AbortSignal;
}

export interface ModelReply {
  /** Of the log entry of this call. */
  readonly callId: string;
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finish: 'stop' | 'length' | 'tools';
  readonly tokens: { readonly sent: number; readonly received: number };
}

export type ModelFailureKind =
  | 'off'
  | 'offline-lock'
  /** Nobody has looked at what would leave for this kind of use: nothing left. */
  | 'unseen'
  | 'unreachable'
  | 'rate-limited'
  | 'refused'
  | 'timeout'
  | 'stalled'
  | 'cut'
  | 'redirected'
  | 'not-json'
  | 'too-large'
  | 'budget'
  | 'redaction'
  | 'cancelled';

/** Every way a call can fail; the caller falls back to the engine and says so. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;

  constructor(kind: ModelFailureKind, message: string) {
    super(message);
    this.name = 'ModelFailure';
    this.kind = kind;
  }
}

/** What became of an answer after code checked it: goes into the log of the call. */
export interface Verification {
  readonly claims: number;
  readonly dropped: number;
  readonly discarded: boolean;
  readonly note: string | null;
}

export interface ModelGateway {
  tier(task: ModelTask): ModelTier;
  /** @throws ModelFailure, and nothing else */
  call(request: ModelRequest): Promise<ModelReply>;
  /** Ends a run: its pseudonyms are forgotten, what was verified is kept with its calls. */
  endRun(runId: string, verification: Verification | null): void;
}

/** What the scripted model does with one chat request. */
export interface ScriptedTool {
  readonly name: string;
  /** An object becomes JSON; a string goes out as it is, broken or not. */
  readonly arguments: unknown;
  readonly id?: string;
}

export type Fault =
  /** The connection is closed before a byte of an answer. */
  | { readonly fault: 'refuse' }
  | {
      readonly fault: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** To another origin, which writes down what reaches it (`strangers`). */
  | { readonly fault: 'redirect'; readonly status?: 301 | 302 | 303 | 307 | 308 }
  | { readonly fault: 'stall'; readonly where: 'before-headers' | 'between-chunks' | 'mid-chunk' }
  /** Closed in the middle: with a reset, or in order but without an end of the answer. */
  | { readonly fault: 'cut'; readonly how?: 'reset' | 'clean' }
  | { readonly fault: 'html' }
  | { readonly fault: 'content-type'; readonly type: string }
  | { readonly fault: 'bad-json' }
  | { readonly fault: 'wrong-shape' }
  | { readonly fault: 'error-in-stream'; readonly message?: string }
  | { readonly fault: 'empty' }
  | { readonly fault: 'endless' }
  | { readonly fault: 'huge-line'; readonly bytes?: number }
  | { readonly fault: 'huge-json'; readonly bytes?: number }
  | { readonly fault: 'huge-headers' }
  | { readonly fault: 'wrong-encoding'; readonly how?: 'utf-16' | 'invalid-utf-8' }
  | { readonly fault: 'gzip-bomb'; readonly bytes?: number }
  /** One byte at a time, for ever. */
  | { readonly fault: 'slow-drip'; readonly everyMs?: number }
  /** Heart-beats, never content. */
  | { readonly fault: 'heartbeats'; readonly everyMs?: number }
  | { readonly fault: 'duplicate-finish' }
  | { readonly fault: 'no-finish' }
  | { readonly fault: 'no-usage' }
  | { readonly fault: 'content-filter' }
  | { readonly fault: 'many-tools'; readonly calls?: number };

export type Step =
  | {
      readonly text: string;
      /** How it is cut; default: words. */
      readonly pieces?: readonly string[];
      readonly everyMs?: number;
      readonly usage?: { readonly sent: number; readonly received: number };
      readonly finish?: 'stop' | 'length';
    }
  | { readonly tools: readonly ScriptedTool[]; readonly text?: string }
  | Fault;

/** A message of the request, as the wire has it. */
export interface WireMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** The body of a chat request, as far as tests read it. */
export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: { readonly type: string };
}

export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came, byte for byte. */
  readonly text: string;
  /** Null where it is no JSON. */
  readonly body: ChatBody | null;
}

/**
 * One chat completion, streamed. The SDK writes the request and reads the events; it retries nothing,
 * reads nothing of the environment and opens no connection: its fetch is `model-transport.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Preset } from '../../../shared/areas/models/presets.ts';
import { ModelFailure } from '../../platform/model-port.ts';
import type { AnswerLimits } from './answer-guard.ts';
import { createAnswerReader, type ReadAnswer } from './answer-reader.ts';
import { type ChatAsk, toBody } from './chat-request.ts';
import { cleanWords, statusFailure } from './failures.ts';
import type { Incoming, ModelTransport, TransportTimes } from './model-transport.ts';
import { retryAfterMs } from './retry-after.ts';
import { streamOf } from './stream-of.ts';

/** What a call is bounded by. */
export interface ClientLimits extends AnswerLimits {
  /** How long a provider may ask to wait, ms; longer: 'rate-limited' at once. */
  readonly maxWaitMs: number;
  /** The wait where a provider names none, ms. */
  readonly blindWaitMs: number;
  /** How often it is tried again. */
  readonly maxRetries: number;
}

export interface Target {
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly apiVersion: string | null;
  readonly key: string | null;
}

export interface ClientCall {
  readonly target: Target;
  readonly signal: AbortSignal;
  readonly times: TransportTimes;
  /** Sees the exact body before each time that it leaves; throws to hold it back. */
  readonly beforeSend: (body: string) => void;
  readonly onText: ((piece: string) => void) | undefined;
}

export interface ClientAnswer extends ReadAnswer {
  readonly bytes: number;
}

export interface ModelClient {
  /** @throws ModelFailure, and nothing else; `onBytes` hears what came, also of a failed one. */
  chat(ask: ChatAsk, call: ClientCall, onBytes: (bytes: number) => void): Promise<ClientAnswer>;
  /** Names of the models there are. @throws ModelFailure */
  models(call: Pick<ClientCall, 'target' | 'signal' | 'times'>): Promise<string[]>;
}

export interface ModelClientDeps {
  readonly transport: ModelTransport;
  readonly limits: ClientLimits;
  readonly now: () => number;
}

const MAX_ERROR_BYTES = 16_384;
const MAX_LIST_BYTES = 2 * 1024 * 1024;
/** The SDK wants one; the watchdogs of the transport bite long before. */
const SDK_TIMEOUT_MS = 3_600_000;

function headersOf({ preset, key }: Target): Record<string, string> {
  if (key === null) return {};
  return preset === 'azure' ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}

function chatBase({ preset, baseUrl }: Target, model: string): string {
  if (preset !== 'azure') return baseUrl;
  return `${baseUrl}/openai/deployments/${encodeURIComponent(model)}`;
}

function listAddress({ preset, baseUrl, apiVersion }: Target): string {
  if (preset !== 'azure') return `${baseUrl}/models`;
  return `${baseUrl}/openai/models?api-version=${encodeURIComponent(apiVersion ?? '')}`;
}

async function textOf({ body }: Incoming, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

export function createModelClient({ transport, limits, now }: ModelClientDeps): ModelClient {
  /** Waits as long as the provider asks, within reason. @throws ModelFailure where it asks for more. */
  async function waitFor(answer: Incoming, tries: number, call: ClientCall): Promise<void> {
    const secrets = [call.target.key ?? ''];
    const asked = retryAfterMs(answer.header, now());
    const failure = statusFailure(answer.status, await textOf(answer, MAX_ERROR_BYTES), secrets);
    const isAgain = answer.status === 429 || (answer.status === 503 && asked !== null);
    const wait = asked ?? limits.blindWaitMs;
    if (!isAgain || tries >= limits.maxRetries || wait > limits.maxWaitMs) throw failure;
    await pause(wait, undefined, { signal: call.signal }).catch(() => {
      throw cancelled(call.signal);
    });
  }

  /** Until there is a stream to read. */
  async function open(
    address: string,
    body: string,
    call: ClientCall,
    signal: AbortSignal,
  ): Promise<Incoming> {
    for (let tries = 0; ; tries += 1) {
      call.beforeSend(body);
      const headers = {
        ...headersOf(call.target),
        'content-type': 'application/json',
        accept: 'text/event-stream',
      };
      const outgoing = { method: 'POST', address, headers, body, signal, limits } as const;
      const answer = await transport({ ...outgoing, times: call.times });
      if (answer.status === 200) {
        const type = (answer.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
        if (type === 'text/event-stream') return answer;
        await textOf(answer, 1);
        const words = cleanWords(type ?? '', []) || 'nothing that it names';
        throw new ModelFailure(
          'not-json',
          `The endpoint answers with ${words}, not with a stream.`,
        );
      }
      await waitFor(answer, tries, call);
    }
  }

  return {
    async chat(ask, call, onBytes) {
      const { target, signal } = call;
      const seen: Seen = {};
      const keep = (error: unknown): never => {
        if (error instanceof ModelFailure) seen.failure ??= error;
        throw error;
      };
      const sdk = await sdkFor(target, ask.model, async (url, init) => {
        const both = AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]);
        const incoming = await open(String(url), String(init?.body), call, both).catch(keep);
        seen.incoming = incoming;
        const headers = { 'content-type': 'text/event-stream' };
        return new Response(streamOf(watched(incoming.body, keep)), { headers });
      });
      const reader = createAnswerReader(call.onText);
      try {
        const stream = await sdk.chat.completions.create(toBody(ask), { signal });
        for await (const event of stream) reader.push(event);
        // A stream that was aborted ends like one that is over.
        if (seen.failure) throw seen.failure;
        if (signal.aborted) throw cancelled(signal);
        const { isDone = false, bytes = 0 } = seen.incoming?.guard ?? {};
        return { ...reader.end({ isDone, bytes }), bytes };
      } catch (error) {
        throw seen.failure ?? failureOf(error, call);
      } finally {
        onBytes(seen.incoming?.guard.bytes ?? 0);
      }
    },
    async models({ target, signal, times }) {
      const answer = await transport({
        method: 'GET',
        address: listAddress(target),
        headers: { ...headersOf(target), accept: 'application/json' },
        body: null,
        signal,
        times,
        limits: { maxBytes: MAX_LIST_BYTES, maxLineBytes: MAX_LIST_BYTES },
      });
      const text = await textOf(answer, MAX_LIST_BYTES);
      if (answer.status !== 200) throw statusFailure(answer.status, text, [target.key ?? '']);
      return namesIn(text);
    },
  };
}

/** What became of the connection, which the SDK wraps or swallows. */
interface Seen {
  failure?: ModelFailure;
  incoming?: Incoming;
}

async function sdkFor(target: Target, model: string, fetch: typeof globalThis.fetch) {
  const { default: OpenAI } = await import('openai');
  return new OpenAI({
    apiKey: target.key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: chatBase(target, model),
    defaultQuery: target.preset === 'azure' ? { 'api-version': target.apiVersion ?? '' } : {},
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: 'off',
    fetch,
  });
}

const cancelled = ({ reason }: AbortSignal): ModelFailure =>
  reason instanceof ModelFailure
    ? reason
    : new ModelFailure('cancelled', 'The call was cancelled.');

/** What the SDK throws besides: an event that says 'error', or one that is no JSON. */
function failureOf(error: unknown, { signal, target }: ClientCall): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (signal.aborted) return cancelled(signal);
  if (error instanceof Error && 'status' in error) {
    const said = cleanWords(error.message, [target.key ?? '']);
    return new ModelFailure('refused', `The endpoint ended its answer with an error: ${said}`);
  }
  return new ModelFailure('not-json', 'The answer is not in the protocol: broken JSON.');
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  keep: (error: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    keep(error);
  }
}

function namesIn(text: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (Array.isArray(data))
      return data
        .map((one: unknown) => (one as { id?: unknown } | null)?.id)
        .filter((id) => typeof id === 'string')
        .slice(0, 1000);
  } catch {
    // Said below.
  }
  throw new ModelFailure('not-json', 'The list of models is not in the protocol.');
}

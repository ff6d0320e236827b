/**
 * Grants a model an answer over the one way out (`platform/egress`), which resolves, refuses, connects and
 * cuts. Defences of its own: the offline lock is asked right before each request; only the headers named
 * here leave; a compressed answer is refused unread; watchdogs until the first byte of content and
 * between pieces of it, which heart-beats do not feed; every byte passes the guard of answers.
 */
import {
  type Egress,
  EgressFailure,
  type EgressFailureKind,
  type EgressRequest,
} from '../../platform/egress-port.ts';
import { ModelFailure, type ModelFailureKind } from '../../platform/model-port.ts';
import { type AnswerGuard, type AnswerLimits, createAnswerGuard } from './answer-guard.ts';

export interface TransportTimes {
  /** Until the first byte of content, ms. */
  readonly beginMs: number;
  /** Between two pieces of content, ms. */
  readonly idleMs: number;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Its reason is what the call fails with. */
  readonly signal: AbortSignal;
  readonly times: TransportTimes;
  readonly limits: AnswerLimits;
}

export interface Incoming {
  readonly status: number;
  header(name: string): string | null;
  /** Read once. @throws ModelFailure, and nothing else */
  readonly body: AsyncIterable<Uint8Array>;
  readonly guard: AnswerGuard;
}

/** @throws ModelFailure, and nothing else */
export type ModelTransport = (outgoing: Outgoing) => Promise<Incoming>;

export interface TransportDeps {
  /** Of the offline lock. */
  readonly assertMayCall: (address: string) => URL;
  readonly egress: Egress;
}

/** What a call is ended by, whatever ends it first: its own clocks bite before those of the port. */
const SLACK_MS = 5_000;
const WHOLE_MS = 600_000;
const SLACK_BYTES = 1_048_576;

/** One watchdog for the whole call: it bites where nothing has come for so long. */
function createWatchdog(
  { beginMs, idleMs }: TransportTimes,
  bite: (failure: ModelFailure) => void,
) {
  const say = (kind: 'timeout' | 'stalled', text: string, ms: number) =>
    setTimeout(() => bite(new ModelFailure(kind, `${text} for ${ms / 1000} seconds.`)), ms);
  let timer = say('timeout', 'The model did not begin to answer', beginMs);
  return {
    feed() {
      clearTimeout(timer);
      timer = say('stalled', 'The model stopped in the middle of its answer', idleMs);
    },
    stop: () => clearTimeout(timer),
  };
}

function requestOf(outgoing: Outgoing, signal: AbortSignal): EgressRequest {
  const { method, address, headers, body, times, limits } = outgoing;
  const { origin = '', host = '' } = URL.parse(address) ?? {};
  const why = method === 'GET' ? 'the list of models' : 'a call to a model';
  const slow = Math.max(times.beginMs, times.idleMs) + SLACK_MS;
  return {
    ...{ method, body, signal, url: address, namedOrigin: origin },
    reason: { purpose: 'model', subject: host, why },
    headers: { ...headers, 'accept-encoding': 'identity' },
    limits: {
      ...{ beginMs: slow, idleMs: slow, totalMs: Math.max(WHOLE_MS, slow) },
      maxBytes: limits.maxBytes + SLACK_BYTES,
    },
  };
}

export function createModelTransport({ assertMayCall, egress }: TransportDeps): ModelTransport {
  return async (outgoing) => {
    const { signal, address, limits } = outgoing;
    if (signal.aborted) throw abortFailure(signal);
    assertMayCall(address);
    const stop = new AbortController();
    const watchdog = createWatchdog(outgoing.times, (failure) => stop.abort(failure));
    const either = AbortSignal.any([signal, stop.signal]);
    try {
      const answer = await egress(requestOf(outgoing, either));
      if ((answer.header('content-encoding') ?? 'identity') !== 'identity') {
        const text = 'The answer is compressed, though that was not asked for.';
        const failure = new ModelFailure('not-json', text);
        stop.abort(failure);
        throw failure;
      }
      const guard = createAnswerGuard(limits);
      const { status, header } = answer;
      return { status, header, guard, body: read(answer.body, { guard, watchdog, either }) };
    } catch (error) {
      watchdog.stop();
      throw failureOf(error, either, false);
    }
  };
}

async function* read(
  body: AsyncIterable<Uint8Array>,
  one: {
    readonly guard: AnswerGuard;
    readonly watchdog: { feed(): void; stop(): void };
    readonly either: AbortSignal;
  },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) {
      if (one.guard.look(piece)) one.watchdog.feed();
      yield piece;
    }
    one.guard.end();
  } catch (error) {
    throw failureOf(error, one.either, true);
  } finally {
    one.watchdog.stop();
  }
}

const KINDS: Readonly<Record<EgressFailureKind, ModelFailureKind>> = {
  isolated: 'offline-lock',
  refused: 'refused',
  redirected: 'redirected',
  'not-found': 'unreachable',
  unreachable: 'unreachable',
  certificate: 'unreachable',
  timeout: 'timeout',
  stalled: 'stalled',
  'too-large': 'too-large',
  cancelled: 'cancelled',
  broken: 'cut',
};

/** `hasBegun`: the head of the answer had come; what breaks before it speaks another language. */
function failureOf(error: unknown, signal: AbortSignal, hasBegun: boolean): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (signal.aborted) return abortFailure(signal);
  if (!(error instanceof EgressFailure))
    return new ModelFailure('unreachable', 'The connection to the endpoint failed.');
  const kind = error.kind === 'broken' && !hasBegun ? 'not-json' : KINDS[error.kind];
  return new ModelFailure(kind, error.message);
}

function abortFailure({ reason }: AbortSignal): ModelFailure {
  return reason instanceof ModelFailure
    ? reason
    : new ModelFailure('cancelled', 'The call was cancelled.');
}

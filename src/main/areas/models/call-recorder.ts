import type { ModelCall } from '../../../shared/areas/models/model-calls.contract.ts';
import type { ModelFailure, ModelReply } from '../../platform/model-port.ts';
import { priceOf } from './budget.rules.ts';
import type { CallLog } from './call-log.store.ts';
import type { ClientAnswer } from './client.ts';
import type { EndpointStore } from './endpoint.store.ts';

/** As it came: pseudonyms are still in it. */
export interface RecordedReply extends ModelReply {
  readonly durationMs: number;
  readonly pieces: number;
  readonly reasoning: number;
}

export interface Recorder {
  leaves(body: string): void;
  came(bytes: number): void;
  answered(answer: ClientAnswer): RecordedReply;
  failed(failure: ModelFailure): void;
}

/** Four bytes a token: where an endpoint does not count, or a call broke off. */
const estimate = (bytes: number): number => Math.ceil(bytes / 4);

/** Closes the entry of a call in the log, once. */
export function createRecorder(
  { calls, store }: { readonly calls: CallLog; readonly store: EndpointStore },
  one: { id: string; startedAt: number; elapsed: () => number },
): Recorder {
  const seen = { sent: null as string | null, bytesSent: 0, bytesReceived: 0, isClosed: false };
  function close(
    reply: ModelCall['reply'],
    end: {
      finish: string | null;
      failure: ModelFailure | null;
      usage: ClientAnswer['usage'];
      reasoning: number;
    },
  ): { durationMs: number; tokens: { sent: number; received: number } } {
    const durationMs = Math.round(one.elapsed() - one.startedAt);
    const tokens = end.usage ?? {
      sent: estimate(seen.bytesSent),
      received: estimate(Buffer.byteLength(reply?.text ?? '')),
    };
    if (!seen.isClosed)
      calls.end(one.id, {
        durationMs,
        bytesSent: seen.bytesSent,
        bytesReceived: seen.bytesReceived,
        tokensSent: tokens.sent,
        tokensReceived: tokens.received,
        isEstimated: end.usage === null && seen.sent !== null,
        cost: seen.sent === null ? null : priceOf(store.limits(), tokens),
        reasoning: end.reasoning,
        finish: end.finish,
        failure: end.failure?.kind ?? null,
        failureText: end.failure?.message ?? null,
        sent: seen.sent,
        reply,
      });
    seen.isClosed = true;
    return { durationMs, tokens };
  }
  return {
    leaves(body) {
      if (seen.sent === null) calls.countCall();
      seen.sent = body;
      seen.bytesSent += Buffer.byteLength(body);
    },
    came(bytes) {
      seen.bytesReceived = bytes;
    },
    answered({ text, toolCalls, finish, usage, pieces, reasoning }) {
      const kept = { text, toolCalls: toolCalls.map((call) => ({ ...call })) };
      const { durationMs, tokens } = close(kept, { finish, failure: null, usage, reasoning });
      return { callId: one.id, text, toolCalls, finish, tokens, durationMs, pieces, reasoning };
    },
    failed: (failure) => {
      close(null, { finish: null, failure, usage: null, reasoning: 0 });
    },
  };
}

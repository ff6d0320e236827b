import type {
  ModelCall,
  ModelCallsQuery,
} from '../../../shared/areas/models/model-calls.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import type { NewId } from '../../platform/ids.ts';
import { ModelFailure } from '../../platform/model-port.ts';
import type { CallLog } from './call-log.store.ts';
import { fromBody } from './chat-request.ts';
import type { OpenGateway } from './gateway.ts';
import { streamOf } from './stream-of.ts';

export interface CallsServiceDeps {
  readonly calls: CallLog;
  readonly gateway: OpenGateway;
  readonly newId: NewId;
}

export function createCallsService({ calls, gateway, newId }: CallsServiceDeps) {
  function get(id: string): ModelCall {
    const call = calls.get(id);
    if (!call) throw new AppError('not-found', 'Call not found');
    return call;
  }
  return {
    get,
    list(query: ModelCallsQuery) {
      const place = query.cursor ? fromCursor(query.cursor, ['number', 'string']) : null;
      const after = place && { at: place[0], id: place[1] };
      const { rows, total } = calls.list(query, after);
      const last = rows.length === query.limit ? rows.at(-1) : undefined;
      return { rows, total, nextCursor: last ? toCursor([Date.parse(last.at), last.id]) : null };
    },
    /** What left then leaves again, through every gate, to the endpoint and model as they are now. */
    async replay(id: string, account: string, signal: AbortSignal): Promise<ModelCall> {
      const call = get(id);
      if (call.sent === null)
        throw new AppError('conflict', 'What left in this call is kept no longer');
      const request = fromBody(call.sent);
      const task = call.task === 'probe' || call.task === 'replay' ? null : call.task;
      const known = task && gateway.modelOf(task);
      const runId = `replay-${newId()}`;
      let replayed: string | undefined;
      try {
        const model = known?.model ?? gateway.inUse().endpoint.model;
        const { callId } = await gateway.send({
          ...request,
          ...{ task: 'replay', account, runId, model, signal, replayOf: id },
          onCallId: (made) => {
            replayed = made;
          },
        });
        return get(callId);
      } catch (error) {
        if (replayed !== undefined) return get(replayed);
        if (error instanceof ModelFailure) throw new AppError('conflict', error.message);
        throw error;
      } finally {
        gateway.endRun(runId, null);
      }
    },
    /** One call a line, oldest first. */
    exportAll(account: string): ReadableStream<Uint8Array> {
      calls.noteExport(account);
      return streamOf(lines(calls));
    },
  };
}
export type CallsService = ReturnType<typeof createCallsService>;

async function* lines(calls: CallLog): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let place = { at: 0, id: '' };
  for (;;) {
    const page = calls.pageAfter(place.at, place.id);
    const last = page.at(-1);
    if (!last) return;
    yield encoder.encode(page.map((call) => `${JSON.stringify(call)}\n`).join(''));
    place = { at: Date.parse(last.at), id: last.id };
  }
}

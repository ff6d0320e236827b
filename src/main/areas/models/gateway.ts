/**
 * Grants everything of the product the use of a model, and is the only thing that does.
 * Defences, in this order: nothing set up, off or untested is nothing to call; the offline lock; the
 * budgets of run and day; redaction, which throws rather than guess, and a last look at the very bytes;
 * bytes for another machine wait until a person has looked at such; an entry in the log before anything leaves, closed however the call ends. Callers get a ModelFailure
 * and nothing else.
 */
import { type Place, placeOf } from '../../../shared/areas/models/address.rules.ts';
import type { CallTask } from '../../../shared/areas/models/model-calls.contract.ts';
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import {
  ModelFailure,
  type ModelGateway,
  type ModelRequest,
  type ModelTier,
} from '../../platform/model-port.ts';
import { dayFailure } from './budget.rules.ts';
import { type CallLog, dayOf } from './call-log.store.ts';
import { createRecorder, type RecordedReply, type Recorder } from './call-recorder.ts';
import type { ModelClient, Target } from './client.ts';
import type { Endpoint, EndpointStore, Probed } from './endpoint.store.ts';
import type { LastRequest } from './last-previews.ts';
import type { GatewayLimits } from './limits.ts';
import type { Redaction, Redactor } from './redaction.types.ts';
import { createRunBudgets, type RunBudgets, reachOf } from './run-budget.ts';

export interface GatewayDeps {
  readonly store: EndpointStore;
  readonly calls: CallLog;
  readonly client: ModelClient;
  readonly redactor: Redactor;
  readonly previews: {
    /** Whether somebody has looked at what leaves for this at this address. */
    isSeen(baseUrl: string, task: ModelTask): boolean;
    /** What is about to leave, or is held back. */
    keep(request: Omit<LastRequest, 'at' | 'hidesExternal'>): void;
  };
  /** Of the offline lock: throws where the address may not be called. */
  readonly assertMayCall: (address: string) => URL;
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed?: () => number;
}

/** A request that is not of a task: of the probe, or a replay. */
export interface OpenRequest extends Omit<ModelRequest, 'task'> {
  readonly task: CallTask;
  readonly model: string;
  /** Undefined: not known yet. */
  readonly hasSchema?: boolean;
  readonly replayOf?: string;
  /** Of the endpoint that is looked at; absent: the one in use. */
  readonly endpointId?: string;
  /** The probe is how one finds out; it is counted, and not held up by the budget of the day. */
  readonly isBudgetFree?: boolean;
  /** Hears the id of the entry in the log, which is there also where the call fails. */
  readonly onCallId?: (id: string) => void;
}

/** What is known of the endpoint in use, or why there is none. */
interface InUse {
  readonly endpoint: Endpoint;
  readonly target: Target;
  readonly place: Place;
}

const DEFAULT_MAX_TOKENS = 2000;

export interface OpenGateway extends ModelGateway {
  /** @throws ModelFailure, and nothing else */
  send(request: OpenRequest): Promise<RecordedReply>;
  /** The model of a task, with what its probe found; null where no endpoint is set up and on. */
  modelOf(task: ModelTask): { readonly model: string; readonly probe: Probed | null } | null;
  /** @throws ModelFailure 'off' */
  inUse(endpointId?: string): InUse;
}

export function createModelGateway(deps: GatewayDeps): OpenGateway {
  const { store, calls, redactor, limits, newId } = deps;
  const elapsed = deps.elapsed ?? (() => performance.now());
  const runs = createRunBudgets(limits, elapsed);

  function inUse(endpointId?: string): InUse {
    const endpoint = endpointId === undefined ? store.endpoint() : store.endpointOf(endpointId);
    if (!endpoint?.isOn) throw new ModelFailure('off', 'No model is set up.');
    const key = store.key(endpoint);
    if (key === null)
      throw new ModelFailure('off', 'The key of the model cannot be read here: give it again.');
    const { preset, baseUrl, apiVersion } = endpoint;
    const target = { preset, baseUrl, apiVersion, key: key ?? null };
    return { endpoint, target, place: placeOf(baseUrl) };
  }

  function modelOf(task: ModelTask) {
    const endpoint = store.endpoint();
    if (!endpoint?.isOn) return null;
    const model = endpoint.taskModels[task] ?? endpoint.model;
    return { model, probe: store.probe(endpoint.baseUrl, model) };
  }

  function tier(task: ModelTask): ModelTier {
    try {
      const known = modelOf(task);
      if (!known?.probe) return 'none';
      deps.assertMayCall(inUse().endpoint.baseUrl);
      return known.probe.tier;
    } catch {
      return 'none';
    }
  }

  async function send(request: OpenRequest): Promise<RecordedReply> {
    const one = inUse(request.endpointId);
    const id = newId();
    const startedAt = elapsed();
    const record = createRecorder(deps, { id, startedAt, elapsed });
    calls.begin({
      id,
      runId: request.runId,
      task: request.task,
      account: request.account,
      host: URL.parse(one.endpoint.baseUrl)?.host ?? '',
      model: request.model,
      replayOf: request.replayOf ?? null,
    });
    request.onCallId?.(id);
    try {
      if (request.signal?.aborted) throw new ModelFailure('cancelled', 'The call was cancelled.');
      const reply = await perform(deps, runs, { request, one, record });
      const taken = runs.takeTools(request.runId, reply.toolCalls.length);
      return {
        ...reply,
        text: redactor.restore(reply.text, request.runId),
        toolCalls: reply.toolCalls.slice(0, taken).map((call) => ({
          ...call,
          arguments: redactor.restore(call.arguments, request.runId),
        })),
      };
    } catch (error) {
      const failure = asFailure(error, deps.log);
      record.failed(failure);
      throw failure;
    }
  }

  return {
    tier,
    modelOf,
    inUse,
    send: (request) => guarded(() => send(request), deps.log),
    call: (request) =>
      guarded(async () => {
        const known = modelOf(request.task);
        if (!known?.probe || known.probe.tier === 'none')
          throw new ModelFailure('off', 'No model is set up and tested.');
        if (request.tools?.length && known.probe.tier !== 'tools')
          throw new ModelFailure('off', 'The model that is set up uses no tools.');
        const { hasSchema } = known.probe;
        return send({ ...request, model: known.model, hasSchema });
      }, deps.log),
    endRun(runId, verification) {
      runs.end(runId);
      redactor.forget(runId);
      if (verification) calls.verify(runId, verification);
    },
  };
}

/** Gates and the call itself; the entry in the log is open. */
async function perform(
  deps: GatewayDeps,
  runs: RunBudgets,
  { request, one, record }: { request: OpenRequest; one: InUse; record: Recorder },
): Promise<RecordedReply> {
  const { store, calls, client, redactor, limits, clock } = deps;
  const { runId, tools } = request;
  deps.assertMayCall(one.endpoint.baseUrl);
  const spent = calls.usage(dayOf(clock.now()));
  const over = request.isBudgetFree ? null : dayFailure(store.limits(), spent);
  if (over) throw over;
  const left = runs.enter(runId, one.place, (tools?.length ?? 0) > 0);
  const redaction = redactor.redact(request.messages, runId);
  const { messages } = redaction;
  const stop = new AbortController();
  const total = limits.totalMs[reachOf(one.place)] / 1000;
  const late = () => new ModelFailure('timeout', `The model took longer than ${total} seconds.`);
  const timer = setTimeout(() => stop.abort(late()), left);
  const signals = [stop.signal, ...(request.signal ? [request.signal] : [])];
  const restoring = request.onText && redactor.restoring(runId);
  const pass = (piece: string) => {
    if (piece !== '') request.onText?.(piece);
  };
  try {
    const answer = await client.chat(
      {
        preset: one.endpoint.preset,
        model: request.model,
        messages,
        tools,
        schema: request.schema,
        hasSchema: request.hasSchema ?? true,
        maxTokens: request.maxTokens ?? DEFAULT_MAX_TOKENS,
      },
      {
        target: one.target,
        signal: AbortSignal.any(signals),
        times: limits.times[reachOf(one.place)],
        beforeSend(body) {
          redactor.check(body, runId);
          letLeave(deps, { request, one, redaction, body });
          record.leaves(body);
        },
        onText: restoring && ((piece) => pass(restoring.push(piece))),
      },
      record.came,
    );
    if (restoring) pass(restoring.end());
    return record.answered(answer);
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps what leaves to be shown. @throws ModelFailure 'unseen' where it must be looked at before. */
function letLeave(
  { previews }: GatewayDeps,
  one: { request: OpenRequest; one: InUse; redaction: Redaction; body: string },
): void {
  const { task, account, runId, model } = one.request;
  // The questions of a probe hold nothing of the workspace; what is sent again was looked at in the log.
  if (task === 'probe' || task === 'replay') return;
  const { baseUrl } = one.one.endpoint;
  const isHeld = one.one.place !== 'loopback' && !previews.isSeen(baseUrl, task);
  const { messages, pseudonyms, removed } = one.redaction;
  previews.keep({
    ...{ task, account, runId, baseUrl, model, body: one.body, isHeld, pseudonyms, removed },
    messages: messages.map(({ role, content }) => ({ role, content })),
  });
  if (isHeld) throw new ModelFailure('unseen', 'Nothing was sent: look at what would leave first.');
}

/** What callers are not prepared for does not reach them. */
async function guarded<R>(fn: () => Promise<R>, log: Log): Promise<R> {
  try {
    return await fn();
  } catch (error) {
    throw asFailure(error, log);
  }
}

function asFailure(error: unknown, log: Log): ModelFailure {
  if (error instanceof ModelFailure) return error;
  log.error('a call to a model failed unexpectedly', { cause: error });
  return new ModelFailure('unreachable', 'The call could not be made.');
}

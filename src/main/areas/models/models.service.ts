import type { z } from 'zod';
import { placeOf } from '../../../shared/areas/models/address.rules.ts';
import type {
  endpointInputSchema,
  ModelEndpoint,
  ModelLimits,
  ModelSettings,
  ModelState,
  ModelStateAnswer,
  ModelTest,
} from '../../../shared/areas/models/models.contract.ts';
import { MODEL_TASKS, type ModelTask } from '../../../shared/areas/models/tasks.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ModelTier } from '../../platform/model-port.ts';
import { type CallLog, dayOf } from './call-log.store.ts';
import type { Endpoint, LimitsPatch } from './endpoint.store.ts';
import type { OpenGateway } from './gateway.ts';
import { createModelTests, type ModelTestDeps, modelsOf } from './model-tests.ts';
import type { SeenPreview } from './previews.store.ts';

export interface ModelsServiceDeps extends ModelTestDeps {
  readonly calls: CallLog;
  readonly gateway: OpenGateway;
  /** Of the address: who has looked at what leaves there. */
  readonly seen: (baseUrl: string) => readonly SeenPreview[];
  readonly newId: () => string;
  readonly assertMayCall: (address: string) => URL;
  readonly clock: Clock;
}

const STATE_TEXTS: Readonly<Record<ModelState, string>> = {
  off: 'Model: off',
  untested: 'Model: not tested',
  locked: 'Model: locked, this workspace is isolated',
  none: 'Model: not usable',
  writes: 'Model: writes summaries',
  tools: 'Model: uses tools',
};

const MOST_ENDPOINTS = 20;
const ORDER: readonly ModelTier[] = ['none', 'writes', 'tools'];

type Input = z.output<typeof endpointInputSchema>;

const originOf = (baseUrl: string): string => URL.parse(baseUrl)?.origin ?? '';

function isLocked(assertMayCall: (address: string) => URL, baseUrl: string): boolean {
  try {
    assertMayCall(baseUrl);
    return false;
  } catch {
    return true;
  }
}

export function createModelsService(deps: ModelsServiceDeps) {
  const { store, calls, gateway, clock } = deps;
  const tests = createModelTests(deps);

  function toAnswer(endpoint: Endpoint): ModelEndpoint {
    const key = store.key(endpoint);
    return {
      ...endpoint,
      key: key === undefined ? 'none' : key === null ? 'unreadable' : 'set',
      place: placeOf(endpoint.baseUrl),
      changedAt: toIso(endpoint.changedAt),
    };
  }

  /** @throws AppError 'not-found' */
  function endpointOf(id?: string): Endpoint {
    const endpoint = id === undefined ? store.endpoint() : store.endpointOf(id);
    if (!endpoint) throw new AppError('not-found', 'No model is set up');
    return endpoint;
  }

  function stateOf(): ModelState {
    const endpoint = store.endpoint();
    if (!endpoint?.isOn) return 'off';
    if (isLocked(deps.assertMayCall, endpoint.baseUrl)) return 'locked';
    const found = modelsOf(endpoint).map((model) => store.probe(endpoint.baseUrl, model)?.tier);
    const best = ORDER.findLast((tier) => found.includes(tier));
    return best ?? 'untested';
  }

  function save(input: Input, actor: string, before: Endpoint | null): ModelEndpoint {
    const { key, ...endpoint } = input;
    // A key goes to whom it was given for, and to nobody else.
    const isElsewhere = before && originOf(before.baseUrl) !== originOf(endpoint.baseUrl);
    const kept = key === undefined && isElsewhere ? null : key;
    return toAnswer(endpointOf(store.save(actor, endpoint, kept, before?.id)));
  }

  /** Kinds of use that a person must look at before anything leaves. */
  function unseenAt(endpoint: Endpoint | null): ModelTask[] {
    if (!endpoint?.isOn || placeOf(endpoint.baseUrl) === 'loopback') return [];
    const seen = deps.seen(endpoint.baseUrl).map(({ task }) => task);
    return MODEL_TASKS.filter((task) => !seen.includes(task));
  }

  return {
    state(): ModelStateAnswer {
      const state = stateOf();
      const endpoint = store.endpoint();
      const tasks = Object.fromEntries(MODEL_TASKS.map((task) => [task, gateway.tier(task)]));
      return {
        state,
        text: STATE_TEXTS[state],
        place: endpoint?.isOn ? placeOf(endpoint.baseUrl) : null,
        tasks: tasks as ModelStateAnswer['tasks'],
        unseen: unseenAt(endpoint),
      };
    },
    settings(): ModelSettings {
      const endpoint = store.endpoint();
      const endpoints = store.endpoints();
      const isUsed = ({ baseUrl, model }: { baseUrl: string; model: string }) =>
        endpoints.some((one) => one.baseUrl === baseUrl && modelsOf(one).includes(model));
      return {
        endpoint: endpoint && toAnswer(endpoint),
        endpoints: endpoints.map(toAnswer),
        limits: store.limits(),
        today: calls.usage(dayOf(clock.now())),
        probes: store
          .probes()
          .filter(isUsed)
          .map(({ hasSchema: _, ...probe }) => probe),
        previews: (endpoint ? deps.seen(endpoint.baseUrl) : []).map(({ at, ...seen }) => ({
          ...seen,
          at: toIso(at),
        })),
        test: tests.state(),
      };
    },
    save: (input: Input, actor: string) => save(input, actor, store.endpoint()),
    add(input: Input, actor: string): ModelEndpoint {
      const { key, ...endpoint } = input;
      if (store.endpoints().length >= MOST_ENDPOINTS)
        throw new AppError('conflict', `At most ${MOST_ENDPOINTS} endpoints are kept`);
      return toAnswer(endpointOf(store.save(actor, endpoint, key, deps.newId())));
    },
    change: (id: string, input: Input, actor: string) => save(input, actor, endpointOf(id)),
    /** Without an id: the one in use. */
    remove(actor: string, id?: string): void {
      const endpoint = endpointOf(id);
      if (tests.state().endpointId === endpoint.id) tests.cancel();
      store.remove(actor, endpoint.id);
    },
    saveLimits: (patch: LimitsPatch, actor: string): ModelLimits => store.saveLimits(actor, patch),
    /** Goes on by itself; the page hears of every check. */
    startTest(
      account: string,
      { id, isSwitch = false }: { id?: string; isSwitch?: boolean } = {},
    ): ModelTest {
      const endpoint = endpointOf(id);
      if (!endpoint.isOn) throw new AppError('conflict', 'The model is switched off');
      return tests.start(endpoint, { account, isSwitch });
    },
    cancelTest: tests.cancel,
    close: () => void tests.cancel(),
  };
}
export type ModelsService = ReturnType<typeof createModelsService>;

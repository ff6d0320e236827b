/** Models: the one gate to them, their settings, and the log of every call. */
import { createCallLog } from '../areas/models/call-log.store.ts';
import { createModelClient } from '../areas/models/client.ts';
import { createEndpointStore } from '../areas/models/endpoint.store.ts';
import { createModelGateway } from '../areas/models/gateway.ts';
import { createLastPreviews, type LastPreviews } from '../areas/models/last-previews.ts';
import { CLIENT_LIMITS, GATEWAY_LIMITS } from '../areas/models/limits.ts';
import { createCallsService } from '../areas/models/model-calls.service.ts';
import { createModelTransport } from '../areas/models/model-transport.ts';
import { modelRoutes } from '../areas/models/models.routes.ts';
import { createModelsService } from '../areas/models/models.service.ts';
import { createOfflineLock } from '../areas/models/offline-lock.ts';
import { createPreviewStore, type PreviewStore } from '../areas/models/previews.store.ts';
import { probeModel } from '../areas/models/probe.ts';
import { createRedactor } from '../areas/models/redaction.ts';
import { createTermSource } from '../areas/models/terms.store.ts';
import { startDaily } from '../platform/daily.ts';
import { createKeySeal } from '../platform/key-seal.ts';
import type { ModelGateway } from '../platform/model-port.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredModels extends WiredArea {
  readonly gateway: ModelGateway;
  /** What must never be in a text that leaves. */
  readonly secrets: () => readonly string[];
  /** What was shown of what leaves, and who has seen it. */
  readonly previews: { readonly last: LastPreviews; readonly store: PreviewStore };
}

export function wireModels(core: CoreDeps): WiredModels {
  const { db, hub, clock, newId, log, isolation, egress } = core;
  const store = createEndpointStore(db, createKeySeal(core.key));
  const calls = createCallLog(db);
  const { assertMayCall } = createOfflineLock({
    isLocked: () => isolation.isIsolated(),
    isLocalAllowed: () => isolation.allowsLocalModel(),
  });
  const secrets = () => keysOf(store);
  const terms = createTermSource(db);
  const redactor = createRedactor({ terms, secrets });
  const previews = { last: createLastPreviews(newId), store: createPreviewStore(db) };
  const client = createModelClient({
    transport: createModelTransport({ assertMayCall, egress }),
    limits: CLIENT_LIMITS,
    now: () => clock.now(),
  });
  const gateway = createModelGateway({
    ...{ store, calls, client, redactor, assertMayCall, clock, newId, log },
    previews: {
      isSeen: (baseUrl, task) => previews.store.isSeen(baseUrl, task, terms.hidesExternal()),
      keep: (request) =>
        previews.last.keep({ ...request, at: clock.now(), hidesExternal: terms.hidesExternal() }),
    },
    limits: GATEWAY_LIMITS,
  });
  const models = createModelsService({
    ...{ store, calls, gateway, assertMayCall, clock, newId },
    seen: (baseUrl) => previews.store.seen(baseUrl, terms.hidesExternal()),
    announce: () => hub.emit({ type: 'changed', resource: 'model_probes' }),
    probe(model, one) {
      const { target, place } = gateway.inUse(one.endpointId);
      const times = GATEWAY_LIMITS.times[place === 'loopback' ? 'loopback' : 'remote'];
      const list = (signal: AbortSignal) => client.models({ target, signal, times });
      return probeModel({ ...one, gateway, models: list, newId }, model);
    },
  });
  return {
    gateway,
    ...{ secrets, previews },
    routes: modelRoutes(models, createCallsService({ calls, gateway, newId })),
    start() {
      calls.closeOpen();
      const stopTidying = startDaily({ clock, log }, () =>
        calls.tidy(store.limits().keepDays, clock.now()),
      );
      return () => {
        models.close();
        stopTidying();
      };
    },
  };
}

/** A key must never be in a text that leaves, wherever it came from. */
function keysOf(store: ReturnType<typeof createEndpointStore>): readonly string[] {
  return store.endpoints().flatMap((endpoint) => store.key(endpoint) ?? []);
}

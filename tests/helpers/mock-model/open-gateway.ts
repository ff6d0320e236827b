/** The real gateway over a real database, against a model of the test's own. */
import { createCallLog } from '../../../src/main/areas/models/call-log.store.ts';
import { createModelClient } from '../../../src/main/areas/models/client.ts';
import { createEndpointStore } from '../../../src/main/areas/models/endpoint.store.ts';
import { createModelGateway } from '../../../src/main/areas/models/gateway.ts';
import type { LastRequest } from '../../../src/main/areas/models/last-previews.ts';
import {
  CLIENT_LIMITS,
  GATEWAY_LIMITS,
  type GatewayLimits,
} from '../../../src/main/areas/models/limits.ts';
import { createModelTransport } from '../../../src/main/areas/models/model-transport.ts';
import { createOfflineLock } from '../../../src/main/areas/models/offline-lock.ts';
import { createRedactor } from '../../../src/main/areas/models/redaction.ts';
import type { KnownTerm } from '../../../src/main/areas/models/redaction.types.ts';
import { newUuid } from '../../../src/main/platform/ids.ts';
import { createKeySeal } from '../../../src/main/platform/key-seal.ts';
import { silentLog } from '../../../src/main/platform/log.ts';
import type { ModelTier } from '../../../src/main/platform/model-port.ts';
import { openTestDb } from '../open-test-db.ts';
import { openTestEgress } from '../open-test-egress.ts';

export interface GatewayOptions {
  readonly baseUrl: string;
  readonly model?: string;
  readonly key?: string | null;
  readonly tier?: ModelTier;
  readonly hasSchema?: boolean;
  readonly limits?: Partial<GatewayLimits>;
  readonly client?: Partial<typeof CLIENT_LIMITS>;
  readonly isLocked?: () => boolean;
  readonly terms?: readonly KnownTerm[];
  /** Whether somebody has looked at what leaves. */
  readonly isSeen?: boolean;
}

export const TEST_KEY = 'k-test-0123456789abcdef';

export function openGateway(options: GatewayOptions) {
  const { baseUrl, model = 'mock-large', tier = 'tools', terms = [] } = options;
  const opened = openTestDb();
  const { db, clock } = opened;
  const store = createEndpointStore(db, createKeySeal(new Uint8Array(32).fill(9)));
  const calls = createCallLog(db);
  const endpoint = {
    name: 'Mock',
    preset: 'compatible',
    baseUrl,
    apiVersion: null,
    model,
  } as const;
  const key = options.key === undefined ? TEST_KEY : options.key;
  const rest = { taskModels: {}, isOn: true, isInsecureAllowed: false };
  store.save('somebody', { ...endpoint, ...rest }, key);
  const probe = { baseUrl, model, tier, hasSchema: options.hasSchema ?? true, checks: [] };
  store.saveProbe('somebody', { ...probe, speed: null });
  const lock = createOfflineLock({ isLocked: options.isLocked ?? (() => false) });
  const words = new Map(terms.map((term) => [term.value.toLowerCase(), term]));
  const redactor = createRedactor({
    terms: {
      standing: () => [],
      among: (asked) => asked.flatMap((word) => words.get(word) ?? []),
      hidesExternal: () => false,
    },
    secrets: () => [TEST_KEY],
  });
  const kept: Omit<LastRequest, 'at' | 'hidesExternal'>[] = [];
  const gateway = createModelGateway({
    store,
    calls,
    client: createModelClient({
      transport: createModelTransport({
        assertMayCall: lock.assertMayCall,
        egress: openTestEgress(options.isLocked),
      }),
      limits: { ...CLIENT_LIMITS, ...options.client },
      now: clock.now.bind(clock),
    }),
    redactor,
    previews: { isSeen: () => options.isSeen ?? true, keep: (request) => kept.push(request) },
    assertMayCall: lock.assertMayCall,
    limits: { ...GATEWAY_LIMITS, ...options.limits },
    clock,
    newId: newUuid,
    log: silentLog,
  });
  const list = () => calls.list({ limit: 200 }, null).rows;
  return { gateway, kept, store, calls, clock, redactor, list, close: opened.close };
}
export type OpenedGateway = ReturnType<typeof openGateway>;

/** The one way out, what closes it, and what is known of it: made before everything that may want out. */
import { createHeldBack } from '../areas/isolation/held-back.ts';
import { createHeldItemStore } from '../areas/isolation/held-items.store.ts';
import { isolatedBy } from '../areas/isolation/isolated-by.store.ts';
import { isolationRoutes } from '../areas/isolation/isolation.routes.ts';
import { createIsolationService } from '../areas/isolation/isolation.service.ts';
import { createLedgerStore } from '../areas/isolation/ledger.store.ts';
import { createWorkspaceSettingsStore } from '../areas/settings/workspace-settings.store.ts';
import { readPlace } from '../areas/sync/joining/membership.store.ts';
import type { Database } from '../db/database.ts';
import { createEgressLedger, recordRefusals } from '../db/egress-ledger.ts';
import { readWorkspaceSettings } from '../db/settings-reader.ts';
import type { EventHub } from '../http/events.ts';
import { createEgress } from '../platform/egress/create-egress.ts';
import { createDial, type Dial } from '../platform/egress/dial.ts';
import type { HostNetwork } from '../platform/egress/host-network.ts';
import type { IsolationSwitch } from '../platform/egress/isolation-switch.ts';
import {
  createIsolationMemory,
  createSharedIsolation,
  type IsolationState,
} from '../platform/egress/shared-isolation.ts';
import type { Egress } from '../platform/egress-port.ts';
import type { HeldBack } from '../platform/held-back-port.ts';
import type { NewId } from '../platform/ids.ts';
import type { WiredArea } from './core-deps.ts';

export interface OpenedIsolation extends WiredArea {
  readonly memory: SharedArrayBuffer;
  readonly isolation: IsolationSwitch;
  readonly egress: Egress;
  readonly dial: Dial;
  readonly heldBack: HeldBack;
}

export function openIsolation(core: {
  readonly db: Database;
  readonly hub: EventHub;
  readonly newId: NewId;
  readonly network: HostNetwork | undefined;
}): OpenedIsolation {
  const { db, hub, newId, network } = core;
  const memory = network?.memory ?? createIsolationMemory();
  const shared = createSharedIsolation(memory);
  const settings = createWorkspaceSettingsStore(db);
  const held = createHeldItemStore(db, newId);
  const ledger = createLedgerStore(db);
  const service = createIsolationService({
    ...{ shared, held, isForced: network?.isForced ?? false },
    readSetting: () => settingOf(db),
    changeSetting(actor, { isIsolated, allowsLocalModel }) {
      const models = {
        ...(isIsolated === undefined ? {} : { isIsolated }),
        ...(allowsLocalModel === undefined ? {} : { isLocalAllowed: allowsLocalModel }),
      };
      const action = isIsolated === false ? 'isolation.connect' : 'isolation.isolate';
      const why = isIsolated === undefined ? {} : { action };
      settings.change(actor, { models }, why);
    },
    announce: () => hub.emit({ type: 'changed', resource: 'isolation' }),
  });
  service.follow();
  ledger.closeOpen();
  network?.guard.onRefused(recordRefusals(db));
  const heldBack = createHeldBack(held, shared);
  const way = {
    isolation: shared,
    ledger: createEgressLedger(db),
    ...(network ? { permit: network.guard.permit, resolve: network.guard.resolve } : {}),
  };
  return {
    ...{ memory, isolation: shared, heldBack, egress: createEgress(way), dial: createDial(way) },
    routes: isolationRoutes({
      ...{ isolation: service, ledger, held, heldBack },
      isAtHome: (account) =>
        db.read('isolation.place', readPlace)?.people.includes(account) === true,
      isolatedBy: () => db.read('isolation.by', isolatedBy),
    }),
    start: () =>
      hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'settings') service.follow();
      }),
  };
}

function settingOf(db: Database): IsolationState {
  const { models } = db.read('isolation.setting', readWorkspaceSettings);
  return { isIsolated: models.isIsolated, allowsLocalModel: models.isLocalAllowed };
}

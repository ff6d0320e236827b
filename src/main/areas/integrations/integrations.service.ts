import type {
  Integration,
  IntegrationStatus,
  SettingValues,
  ShownReceiver,
} from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Offer } from '../../../shared/areas/integrations/marketplace.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { integrationsTable } from '../../db/tables/integrations.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { KeySeal } from '../../platform/key-seal.ts';
import { readConfiguration } from './configuration.ts';
import { createIntegrationReads } from './integration-reads.ts';
import {
  addState,
  clearFailure,
  findState,
  forgetCursor,
  listIntegrations,
  removeLocal,
  schedule,
  setPaused,
} from './integrations.store.ts';
import {
  checkedSettings,
  type Kind,
  type Kinds,
  missingSecret,
  offerOf,
  originsOfKind,
  secretNames,
} from './kinds.ts';
import { removeSecret, saveSecret } from './secrets.store.ts';

export interface IntegrationServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly seal: KeySeal;
  readonly kinds: Kinds;
  /** Ends a run under way: what it runs with no longer holds. */
  readonly cancelRun: (integrationId: string) => void;
  readonly receiverOf: (integrationId: string) => ShownReceiver | null;
  /** After every change: due runs begin, receivers open and close. */
  readonly onChange: () => void;
}

export type Secrets = Readonly<Record<string, string | null>>;

export interface NewOne {
  readonly connector: string;
  readonly name?: string | undefined;
  readonly settings: SettingValues;
  readonly secrets: Secrets;
}

export interface Change {
  readonly name?: string | undefined;
  readonly settings?: SettingValues | undefined;
  readonly secrets?: Secrets | undefined;
}

export type IntegrationService = ReturnType<typeof createIntegrationService>;

export function createIntegrationService(deps: IntegrationServiceDeps) {
  const { db, clock, newId, seal, kinds } = deps;

  const { mustFind, kindOf, secretsOf, show, one } = createIntegrationReads(deps);

  const keepSecrets = (
    tx: WriteTx,
    { id, kind, settings }: { id: string; kind: Kind; settings: unknown },
    secrets: Secrets,
  ) => {
    const owner = { id, origins: originsOfKind(kind, settings) };
    for (const [name, value] of Object.entries(secrets)) {
      if (!secretNames(kind).includes(name))
        throw new AppError('bad-input', `There is no secret named ${name.slice(0, 60)}`);
      if (value === null) removeSecret(tx, id, name);
      else saveSecret(tx, seal, owner, { name, value });
    }
  };

  function reconfigure(
    tx: WriteTx,
    one: { id: string; kind: Kind; before: SettingValues; settings: SettingValues },
    change: Change,
  ): void {
    const { id, kind, before, settings } = one;
    const isElsewhere = originsIn(kind, before) !== originsIn(kind, settings);
    // What was sealed for where it was cannot be opened for where it is: it goes.
    if (isElsewhere) for (const name of secretNames(kind)) removeSecret(tx, id, name);
    keepSecrets(tx, one, change.secrets ?? {});
    if (JSON.stringify(before) !== JSON.stringify(settings)) forgetCursor(tx, id);
    clearFailure(tx, id);
    if (kind.type === 'connector') addState(tx, id, clock.now());
  }

  return {
    list: async (): Promise<Integration[]> => show(db.read('integrations.list', listIntegrations)),
    one,
    marketplace: async (): Promise<Offer[]> => (await kinds.all()).map(offerOf),

    async add(given: NewOne, actor: string): Promise<Integration> {
      const kind = await kinds.find(given.connector);
      if (!kind) throw new AppError('bad-input', 'There is no such connector');
      checkedSettings(kind, given.settings);
      const kept = Object.keys(given.secrets).filter((name) => given.secrets[name] !== null);
      const missing = missingSecret(kind, kept);
      if (missing !== null) throw new AppError('bad-input', `${missing} is required`);
      const id = newId();
      const isReceiver = kind.type === 'receiver';
      const now = clock.now();
      db.write({ actor, origin: 'user', action: 'integrations.add' }, (tx) => {
        const { name, type, vendor } = kind.of;
        tx.insert(integrationsTable, {
          ...{ id, name: given.name ?? name, type, vendor },
          // A connector has shown nothing yet; a receiver is opt-in, and begins when it is connected.
          status: isReceiver ? 'DISCONNECTED' : 'PENDING',
          configuration: { connector: given.connector, settings: given.settings },
          ...{ createdAt: now, updatedAt: now },
        });
        addState(tx, id, isReceiver ? null : now);
        keepSecrets(tx, { id, kind, settings: given.settings }, given.secrets);
      });
      deps.onChange();
      return one(id);
    },

    async configure(id: string, change: Change, actor: string): Promise<Integration> {
      const row = db.read('integrations.one', (reader) => mustFind(reader, id));
      const kind = await kindOf(row);
      const old = readConfiguration(row.configuration);
      if ((change.settings || change.secrets) && (!kind || !old))
        throw new AppError('conflict', 'There is no connector behind this integration');
      const settings = change.settings ?? old?.settings ?? {};
      if (kind) checkedSettings(kind, settings);
      deps.cancelRun(id);
      db.write({ actor, origin: 'user', action: 'integrations.configure' }, (tx) => {
        const current = mustFind(tx, id);
        tx.update(integrationsTable, id, {
          name: change.name ?? current.name,
          ...(old ? { configuration: { connector: old.connector, settings } } : {}),
          updatedAt: clock.now(),
        });
        if (kind && old) reconfigure(tx, { id, kind, before: old.settings, settings }, change);
      });
      deps.onChange();
      return one(id);
    },

    async setStatus(
      id: string,
      status: Extract<IntegrationStatus, 'CONNECTED' | 'DISCONNECTED'>,
      given: { readonly actor: string; readonly lastSync: string | null | undefined },
    ): Promise<Integration> {
      const row = db.read('integrations.one', (reader) => mustFind(reader, id));
      const kind = await kindOf(row);
      const isOn = status === 'CONNECTED';
      if (!isOn) deps.cancelRun(id);
      const now = clock.now();
      const action = isOn ? 'integrations.connect' : 'integrations.disconnect';
      db.write({ actor: given.actor, origin: 'user', action }, (tx) => {
        mustFind(tx, id);
        const lastSync = isOn && given.lastSync ? Date.parse(given.lastSync) : now;
        tx.update(integrationsTable, id, {
          ...{ status, lastSync: isOn ? Math.min(lastSync, now) : null, updatedAt: now },
        });
        if (!kind) return;
        if (isOn) {
          addState(tx, id, kind.type === 'connector' ? now : null);
          clearFailure(tx, id);
        } else schedule(tx, id, null);
      });
      deps.onChange();
      return one(id);
    },

    async pause(id: string, isPaused: boolean, actor: string): Promise<Integration> {
      const row = db.read('integrations.one', (reader) => mustFind(reader, id));
      if ((await kindOf(row))?.type !== 'connector')
        throw new AppError('conflict', 'Only what is synced on a schedule can be paused');
      if (isPaused) deps.cancelRun(id);
      const action = isPaused ? 'integrations.pause' : 'integrations.resume';
      db.write({ actor, origin: 'user', action, reason: row.name }, (tx) => {
        if (!findState(tx, id)) addState(tx, id, null);
        setPaused(tx, id, isPaused, row.status === 'DISCONNECTED' ? null : clock.now());
        tx.note('integration_states', 1);
        tx.announce('integrations', id);
      });
      deps.onChange();
      return one(id);
    },

    remove(id: string, actor: string): void {
      db.read('integrations.one', (reader) => mustFind(reader, id));
      deps.cancelRun(id);
      db.write({ actor, origin: 'user', action: 'integrations.remove' }, (tx) => {
        mustFind(tx, id);
        tx.remove(integrationsTable, id);
        removeLocal(tx, id);
      });
      deps.onChange();
    },

    /** Settings and secrets as they are kept, for a test or a push. @throws AppError */
    async opened(id: string) {
      const row = db.read('integrations.one', (reader) => mustFind(reader, id));
      const kind = await kindOf(row);
      if (!kind) throw new AppError('conflict', 'There is no connector behind this integration');
      const settings = readConfiguration(row.configuration)?.settings ?? {};
      const secrets = db.read('integrations.secrets', (reader) => secretsOf(reader, row, kind));
      return { row, kind, settings, secrets };
    },
  };
}

/** Origins as one text; settings that cannot be read name none. */
function originsIn(kind: Kind, settings: unknown): string {
  try {
    return originsOfKind(kind, settings).toSorted().join('\n');
  } catch {
    return '';
  }
}

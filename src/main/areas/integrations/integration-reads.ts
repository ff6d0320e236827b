import type {
  Integration,
  ShownReceiver,
} from '../../../shared/areas/integrations/integrations.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { KeySeal } from '../../platform/key-seal.ts';
import { readConfiguration } from './configuration.ts';
import { viewIntegration } from './integration-view.ts';
import { findIntegration, type IntegrationRow, listStates } from './integrations.store.ts';
import { type Kind, type Kinds, originsOfKind } from './kinds.ts';
import { runningJobs } from './runs.store.ts';
import { readSecrets } from './secrets.store.ts';

export interface IntegrationReadDeps {
  readonly db: Database;
  readonly seal: KeySeal;
  readonly kinds: Kinds;
  readonly receiverOf: (integrationId: string) => ShownReceiver | null;
}

/** Integrations as the page shows them: without a secret, with what this workstation knows of each. */
export function createIntegrationReads(deps: IntegrationReadDeps) {
  const { db, seal, kinds } = deps;

  const mustFind = (reader: ReadDb, id: string): IntegrationRow => {
    const row = findIntegration(reader, id);
    if (!row) throw new AppError('not-found', 'There is no such integration');
    return row;
  };
  const kindOf = async (row: IntegrationRow): Promise<Kind | null> => {
    const configuration = readConfiguration(row.configuration);
    return configuration && (await kinds.find(configuration.connector));
  };
  const secretsOf = (reader: ReadDb, row: IntegrationRow, kind: Kind): Record<string, string> => {
    try {
      const origins = originsOfKind(kind, readConfiguration(row.configuration)?.settings);
      return readSecrets(reader, seal, { id: row.id, origins });
    } catch {
      // Settings of another version, that this one cannot read: no secret is bound to them.
      return {};
    }
  };

  async function show(rows: readonly IntegrationRow[]): Promise<Integration[]> {
    const found = new Map((await kinds.all()).map((kind) => [kind.of.id, kind]));
    return db.read('integrations.show', (reader) => {
      const states = listStates(reader);
      const running = runningJobs(reader);
      return rows.map((row) => {
        const kind = found.get(readConfiguration(row.configuration)?.connector ?? '') ?? null;
        return viewIntegration(row, {
          state: states.get(row.id),
          kind: kind?.type ?? 'record',
          secrets: kind ? Object.keys(secretsOf(reader, row, kind)) : [],
          isRunning: running.has(row.id),
          canPush: kind?.type === 'connector' && kind.of.push !== undefined,
          receiver: kind?.type === 'receiver' ? deps.receiverOf(row.id) : null,
        });
      });
    });
  }

  const one = async (id: string): Promise<Integration> => {
    const row = db.read('integrations.one', (reader) => mustFind(reader, id));
    const [shown] = await show([row]);
    if (!shown) throw new AppError('not-found', 'There is no such integration');
    return shown;
  };

  return { mustFind, kindOf, secretsOf, show, one };
}

/** While the workspace is isolated, what is due waits for a person instead of running. */
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HeldBack } from '../../platform/held-back-port.ts';
import { readConfiguration } from './configuration.ts';
import { type IntegrationRow, schedule, setHeldBack } from './integrations.store.ts';
import { type Kinds, originsOfKind } from './kinds.ts';
import { readSyncSettings } from './sync-settings.store.ts';

const MINUTE_MS = 60_000;

export interface RunHolderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly kinds: Kinds;
  readonly heldBack: HeldBack;
}

export function createRunHolder({ db, clock, kinds, heldBack }: RunHolderDeps) {
  /** @returns false where it asks nobody elsewhere (a folder of this machine): it may run. */
  return async (row: IntegrationRow, account: string | null): Promise<boolean> => {
    const configuration = readConfiguration(row.configuration);
    const kind = configuration && (await kinds.find(configuration.connector));
    const origins = kind ? originsOfKind(kind, configuration.settings) : [];
    if (kind && origins.length === 0) return false;
    const destination = origins[0] ?? '';
    heldBack.hold({
      ...{ kind: 'connector-run', key: row.id, what: `Sync of ${row.name}`, destination },
      ...{ account, sizeBytes: null, redo: { integrationId: row.id } },
    });
    db.write({ actor: null, origin: 'system', action: 'integrations.hold' }, (tx) => {
      setHeldBack(tx, row.id, true);
      schedule(tx, row.id, clock.now() + readSyncSettings(tx).everyMinutes * MINUTE_MS);
      tx.announce('integrations', row.id);
    });
    return true;
  };
}

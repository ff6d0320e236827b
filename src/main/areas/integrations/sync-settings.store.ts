import {
  DEFAULT_SYNC_SETTINGS,
  type SyncSettings,
  syncSettingsSchema,
} from '../../../shared/areas/integrations/runs.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

/** What Configuration sets; the specification's values where nothing is set. */
export function readSyncSettings(db: ReadDb): SyncSettings {
  const row = db.get<{ value: string }>('SELECT value FROM integration_settings WHERE one = 1');
  const saved = syncSettingsSchema.safeParse({
    ...DEFAULT_SYNC_SETTINGS,
    ...(JSON.parse(row?.value ?? '{}') as object),
  });
  return saved.success ? saved.data : DEFAULT_SYNC_SETTINGS;
}

export function saveSyncSettings(tx: WriteTx, settings: SyncSettings): void {
  tx.run(
    `INSERT INTO integration_settings (one, value) VALUES (1, ?)
     ON CONFLICT (one) DO UPDATE SET value = excluded.value`,
    JSON.stringify(settings),
  );
  tx.note('integration_settings', 1);
  tx.announce('integrations');
}

import type {
  Preferences,
  PreferencesPatch,
} from '../../../shared/areas/settings/preferences.contract.ts';
import { changedPreferences } from '../../../shared/areas/settings/preferences.rules.ts';
import type { Database } from '../../db/database.ts';
import { readPreferences } from '../../db/settings-reader.ts';

export function createPreferencesStore(db: Database) {
  return {
    read: (account: string): Preferences =>
      db.read('settings.preferences', (reader) => readPreferences(reader, account)),
    change(account: string, patch: PreferencesPatch): Preferences {
      const caller = {
        actor: account,
        origin: 'user',
        action: 'settings.changePreferences',
      } as const;
      return db.write(caller, (tx) => {
        const after = changedPreferences(readPreferences(tx, account), patch);
        tx.run(
          `INSERT INTO preferences (account, value, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (account) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
          account,
          JSON.stringify(after),
          tx.now,
        );
        tx.announce('preferences', account);
        return after;
      });
    },
  };
}
export type PreferencesStore = ReturnType<typeof createPreferencesStore>;

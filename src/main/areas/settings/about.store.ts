import type { Connections } from '../../../shared/areas/settings/about.contract.ts';
import type { Database } from '../../db/database.ts';
import { integrationsTable } from '../../db/tables/integrations.table.ts';

export function createAboutStore(db: Database) {
  return {
    sqliteVersion: (): string =>
      db.read(
        'about.sqlite',
        (reader) => reader.get<{ v: string }>('SELECT sqlite_version() AS v')?.v ?? '',
      ),
    integrations: (): Connections['integrations'] =>
      db.read('about.integrations', (reader) =>
        reader
          .rows(
            integrationsTable,
            'SELECT * FROM integrations WHERE deleted_at IS NULL ORDER BY name',
          )
          .map(({ name, type, vendor, status }) => ({ name, type, vendor, status })),
      ),
    /** Where nothing was joined every record of change is waiting: nothing has taken one yet. */
    waitingChanges: (): number =>
      db.read(
        'about.changes',
        (reader) => reader.get<{ n: number }>('SELECT count(*) AS n FROM change_log')?.n ?? 0,
      ),
  };
}
export type AboutStore = ReturnType<typeof createAboutStore>;

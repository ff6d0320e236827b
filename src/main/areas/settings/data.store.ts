import type { Database } from '../../db/database.ts';

/** Tables whose rows a person would count, by the area that they belong to. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  Investigations: ['forensic_investigations', 'indicators'],
  Compliance: ['compliance_frameworks', 'controls'],
  Evidence: ['evidence'],
  Risks: ['risks'],
  Policies: ['policies'],
  Vendors: ['vendors'],
  Audits: ['audits'],
  Integrations: ['integrations'],
  Accounts: ['users'],
};

export function createDataStore(db: Database) {
  return {
    /** Records by area. Alerts come from their kept counts, so that a million costs nothing. */
    records(): { area: string; count: number }[] {
      return db.read('settings.records', (reader) => {
        const count = (sql: string) => reader.get<{ n: number | null }>(sql)?.n ?? 0;
        const counted = Object.entries(COUNTED).map(([area, tables]) => ({
          area,
          count: tables
            .map((table) => count(`SELECT count(*) AS n FROM ${table} WHERE deleted_at IS NULL`))
            .reduce((sum, n) => sum + n, 0),
        }));
        const alerts = count('SELECT sum(n) AS n FROM alert_totals');
        return [
          { area: 'Alerts', count: alerts },
          ...counted,
          { area: 'Audit log', count: count('SELECT max(seq) AS n FROM audit_log') },
        ];
      });
    },
  };
}
export type DataStore = ReturnType<typeof createDataStore>;

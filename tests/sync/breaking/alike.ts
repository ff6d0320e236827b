/** Whether workstations and their server hold the same, each thing once, and are sound. */
import { expect } from 'vitest';
import { BASE_MARK } from '../../../src/main/db/field-versions.ts';
import { openBeside } from '../../helpers/beside.ts';
import { type PostgresLogin, query } from '../../helpers/postgres.ts';
import { eventually } from '../worker/two-cores.ts';
import type { Station } from './hosts.ts';

/** What a workstation keeps to itself within a synced table: the models that this machine asks. */
const OWN_ROWS: ReadonlySet<string> = new Set(['workspace_settings/models']);

/** Versions of every synced row; `doubled` are entries of the history that stand there twice. */
export function heldBy({ dataDir }: Pick<Station, 'dataDir'>) {
  const connection = openBeside(dataDir);
  const all = <T>(sql: string) => connection.prepare(sql).all() as T[];
  try {
    const tables = all<{ name: string }>(
      `SELECT DISTINCT t.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND c.name = 'row_version' ORDER BY t.name`,
    );
    const rows = new Map<string, string>();
    for (const { name } of tables)
      for (const row of all<{ id: string; v: string; f: string | null }>(
        `SELECT id, row_version AS v, field_versions AS f FROM ${name}`,
      ))
        if (!OWN_ROWS.has(`${name}/${row.id}`)) rows.set(`${name}/${row.id}`, versionsOfRow(row));
    const [{ integrity = '' } = {}] = all<{ integrity: string }>(
      'SELECT integrity_check AS integrity FROM pragma_integrity_check',
    );
    const doubled = all(
      `SELECT stamp, record_id, changes FROM audit_log WHERE record_id IS NOT NULL
       AND resource <> 'sync' AND origin = 'sync'
       GROUP BY stamp, resource, record_id, changes, action HAVING count(*) > 1`,
    );
    return { rows, integrity, doubled };
  } finally {
    connection.close();
  }
}

/** Without what each remembers for itself of the versions that its own edits stand over. */
function versionsOfRow({ v, f }: { readonly v: string; readonly f: string | null }): string {
  const fields = Object.entries((JSON.parse(f ?? '{}') ?? {}) as Record<string, string>);
  const shared = fields.filter(([field]) => !field.startsWith(BASE_MARK)).sort();
  return `${v} ${JSON.stringify(shared)}`;
}

/** Waits until all are up to date at once, then compares everything. */
export async function expectAlike(
  stations: readonly Station[],
  login: PostgresLogin,
  because = '',
): Promise<void> {
  for (const station of stations) await station.call('POST', '/api/sync/now');
  await eventually(
    async () => {
      const found = await Promise.all(stations.map((station) => station.status()));
      if (!found.every(({ state, backlog }) => state === 'up-to-date' && backlog === 0))
        return false;
      const [first, ...rest] = stations.map((station) => versionsOf(station));
      return rest.every((one) => one === first);
    },
    `all have the same rows ${because}`,
    90_000,
  ).catch((error: unknown) => {
    throw new Error(`${error} ${differences(stations)}`);
  });
  for (const station of stations) {
    const { differing } = await station.call<{ differing: unknown[] }>('POST', '/api/sync/check');
    const { integrity, doubled, rows } = heldBy(station);
    expect({ differing, integrity, doubled }, `${station.name} ${because}`).toEqual({
      ...{ differing: [], integrity: 'ok', doubled: [] },
    });
    const alerts = [...rows.keys()].filter((key) => key.startsWith('alerts/'));
    const [{ n } = {}] = await query(login, 'SELECT count(*) AS n FROM app.alerts');
    expect(Number(n), because).toBe(alerts.length);
  }
}

const versionsOf = (station: Station) => JSON.stringify([...heldBy(station).rows].sort());

function differences(stations: readonly Station[]): string {
  const held = stations.map((station) => heldBy(station).rows);
  const keys = new Set(held.flatMap((rows) => [...rows.keys()]));
  const found = [...keys].filter((key) => new Set(held.map((rows) => rows.get(key))).size > 1);
  const shown = found.slice(0, 5).map((key) => [key, ...held.map((rows) => rows.get(key) ?? '-')]);
  return `${found.length} rows differ: ${JSON.stringify(shown)}`;
}

import { clustersOf } from '../../src/main/areas/incidents/linking.jobs.ts';
import { link, scaleOf, thresholdOf } from '../../src/main/areas/incidents/linking.kernel.ts';
import { readStrictness } from '../../src/main/areas/incidents/linking.store.ts';
import { readWholeInput } from '../../src/main/areas/incidents/whole-input.ts';
import type { Database } from '../../src/main/db/database.ts';

/** Groups by their incident, as text that can be compared: '<key of incident>: <keys of groups>'. */
export function placedIncidents(db: Database): string[] {
  const rows = db.read('test.placed', (reader) =>
    reader.all<{ incident: string | null; groups: string }>(
      `SELECT i.key AS incident, group_concat(g.key, ' ') AS groups
       FROM (SELECT lower(hex(key)) AS key, incident_id FROM alert_groups ORDER BY key) g
       LEFT JOIN incidents i ON i.id = g.incident_id GROUP BY g.incident_id`,
    ),
  );
  return rows.map(({ incident, groups }) => `${incident}: ${groups}`).sort();
}

/** The same, as the kernel says of everything at once. */
export async function linkedIncidents(db: Database): Promise<string[]> {
  const reader = db.read('test.reader', (all) => all);
  const input = await readWholeInput(reader);
  const keyById = new Map(input.keys.map((key, place) => [input.ids[place], key]));
  const linked = link(input.groups, input.entities, {
    scale: scaleOf(input.groups.count),
    threshold: thresholdOf(db.read('test.strictness', readStrictness)),
  });
  return clustersOf(input, linked)
    .map(({ key, groups }) => `${key}: ${groups.map((id) => keyById.get(id)).join(' ')}`)
    .sort();
}

/** What is kept of incidents, and the same by a full scan. */
export function incidentsBesideScan(db: Database) {
  const rank =
    "CASE g.severity WHEN 'CRITICAL' THEN 3 WHEN 'HIGH' THEN 2 WHEN 'MEDIUM' THEN 1 ELSE 0 END";
  return db.read('test.scan', (reader) => ({
    kept: reader.all(
      `SELECT id, n_groups, n_alerts, n_active, first_seen, last_seen, severity_rank
       FROM incidents ORDER BY id`,
    ),
    scanned: reader.all(
      `SELECT g.incident_id AS id, count(*) AS n_groups, sum(g.n) AS n_alerts,
         sum(g.n_active) AS n_active, min(g.first_seen) AS first_seen,
         max(g.last_seen) AS last_seen, max(${rank}) AS severity_rank
       FROM alert_groups g WHERE g.incident_id IS NOT NULL GROUP BY g.incident_id ORDER BY id`,
    ),
    totals: reader.all(
      `SELECT is_open, is_linked, severity_rank, n FROM incident_totals WHERE n <> 0
       ORDER BY is_open, is_linked, severity_rank`,
    ),
    counted: reader.all(
      `SELECT is_open, is_linked, severity_rank, count(*) AS n FROM incidents
       GROUP BY is_open, is_linked, severity_rank ORDER BY is_open, is_linked, severity_rank`,
    ),
  }));
}

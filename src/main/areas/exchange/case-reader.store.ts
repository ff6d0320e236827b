/** What is given away of an incident, an investigation or a set of indicators, read by joins. */

import type { CaseNote, CaseSighting } from '../../../shared/areas/exchange/case.types.ts';
import type { IntelObject } from '../../../shared/areas/exchange/intel.types.ts';
import type { IndicatorFilter } from '../../../shared/areas/forensics/indicators/indicators.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import { intelObjectsTable } from '../../db/tables/exchange.table.ts';
import {
  indicatorRelationsTable,
  indicatorsTable,
  investigationsTable,
} from '../../db/tables/forensics.table.ts';

export type IndicatorRow = RowOf<typeof indicatorsTable>;
export type InvestigationRow = RowOf<typeof investigationsTable>;

export interface IncidentRow {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly severity_rank: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** By its key, or that of a group in it. */
export function findIncidentRow(db: ReadDb, key: string): IncidentRow | undefined {
  return (
    db.get<IncidentRow>('SELECT * FROM incidents WHERE key = ?', key) ??
    (/^[\da-f]{32}$/.test(key)
      ? db.get<IncidentRow>(
          `SELECT i.* FROM alert_groups g CROSS JOIN incidents i ON i.id = g.incident_id
           WHERE g.key = unhex(?)`,
          key,
        )
      : undefined)
  );
}

/** `seq` of its alerts, oldest first. */
export const incidentAlerts = (db: ReadDb, incident: number): number[] =>
  db
    .all<{ seq: number }>(
      `SELECT a.seq FROM alert_groups g CROSS JOIN group_members m ON m.group_id = g.id
       CROSS JOIN alerts a ON a.seq = m.alert_seq
       WHERE g.incident_id = ? AND a.deleted_at IS NULL ORDER BY a.created_at, a.seq`,
      incident,
    )
    .map(({ seq }) => seq);

export const findInvestigationRow = (db: ReadDb, id: string): InvestigationRow | undefined =>
  db.rows(
    investigationsTable,
    'SELECT * FROM forensic_investigations WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];

/** `seq` of the alerts it is about, and of its incident, oldest first. */
export function investigationAlerts(db: ReadDb, row: InvestigationRow): number[] {
  const scope = row.scope as { alertIds?: unknown } | null;
  const ids = Array.isArray(scope?.alertIds) ? scope.alertIds : [];
  const own = db.all<{ seq: number; created_at: number }>(
    `SELECT seq, created_at FROM alerts WHERE id IN (SELECT value FROM json_each(?))
       AND deleted_at IS NULL`,
    JSON.stringify(ids),
  );
  const incident = findIncidentRow(db, row.incidentId);
  const all = new Map(own.map(({ seq, created_at: at }) => [seq, at]));
  if (incident)
    for (const { seq, created_at: at } of db.all<{ seq: number; created_at: number }>(
      `SELECT a.seq, a.created_at FROM alert_groups g CROSS JOIN group_members m ON m.group_id = g.id
       CROSS JOIN alerts a ON a.seq = m.alert_seq
       WHERE g.incident_id = ? AND a.deleted_at IS NULL`,
      incident.id,
    ))
      all.set(seq, at);
  return [...all].sort(([a, x], [b, y]) => x - y || a - b).map(([seq]) => seq);
}

/** Those of the investigation; of an incident, what alerts of it were sighted with. */
export const caseIndicators = (db: ReadDb, investigationId: string): IndicatorRow[] =>
  db.rows(
    indicatorsTable,
    `SELECT * FROM indicators WHERE investigation_id = ? AND deleted_at IS NULL
     ORDER BY created_at, id`,
    investigationId,
  );

export const sightedIndicators = (db: ReadDb, seqs: readonly number[]): IndicatorRow[] =>
  db.rows(
    indicatorsTable,
    `SELECT * FROM indicators WHERE deleted_at IS NULL AND id IN (
       SELECT s.indicator_id FROM indicator_sightings s JOIN alerts a ON a.id = s.id
       WHERE s.kind = 'alert' AND a.seq IN (SELECT value FROM json_each(?)))
     ORDER BY created_at, id`,
    JSON.stringify(seqs),
  );

export const indicatorsById = (db: ReadDb, ids: readonly string[]): IndicatorRow[] =>
  db.rows(
    indicatorsTable,
    `SELECT * FROM indicators WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY created_at, id`,
    JSON.stringify(ids),
  );

export const relationsAmongIds = (db: ReadDb, ids: ReadonlySet<string>) =>
  db
    .rows(
      indicatorRelationsTable,
      'SELECT * FROM indicator_relations WHERE deleted_at IS NULL ORDER BY created_at, id',
    )
    .filter(({ fromId, toId }) => ids.has(fromId) && ids.has(toId));

export const sightingsOf = (db: ReadDb, ids: readonly string[]): CaseSighting[] =>
  db.all<CaseSighting>(
    `SELECT indicator_id AS indicatorId, min(coalesce(seen_at, found_at)) AS first,
       max(coalesce(seen_at, found_at)) AS last, count(*) AS n FROM indicator_sightings
     WHERE indicator_id IN (SELECT value FROM json_each(?)) GROUP BY indicator_id ORDER BY 1`,
    JSON.stringify(ids),
  );

export const notesOf = (db: ReadDb, investigationId: string): CaseNote[] =>
  db.all<CaseNote>(
    `SELECT id, created_at AS at, text FROM investigation_comments
     WHERE investigation_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
    investigationId,
  );

export const intelObjects = (db: ReadDb): Map<string, IntelObject> =>
  new Map(
    db
      .rows(intelObjectsTable, 'SELECT * FROM intel_objects WHERE deleted_at IS NULL ORDER BY id')
      .map(({ id, kind, name, object, modifiedAt, isRevoked }) => [
        id,
        { id, kind, name, object, modifiedAt, isRevoked },
      ]),
  );

export const nodeIdOf = (db: ReadDb): string =>
  db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'node_id'")?.value ?? 'workspace';

/** Rows of a filter, read by the area that owns them. */
export type ListIndicators = (
  db: ReadDb,
  request: { readonly filter: IndicatorFilter; readonly now: number },
) => Generator<IndicatorRow[]>;

/** In the order of `seqs`; those that are gone are left out. */
export function alertRowsBySeq(db: ReadDb, seqs: readonly number[]): RowOf<typeof alertsTable>[] {
  const rows = db.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
    JSON.stringify(seqs),
  );
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

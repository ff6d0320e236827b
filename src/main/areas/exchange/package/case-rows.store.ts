/** Rows of a case: read for a package, looked for before one is taken over. */
import type { ReadDb } from '../../../db/database.ts';
import { alertsTable } from '../../../db/tables/alerts.table.ts';
import {
  findIncidentRow,
  findInvestigationRow,
  intelObjects,
  investigationAlerts,
} from '../case-reader.store.ts';
import { CASE_TABLES, type CarriedRow, type CaseTable, carriedRow } from './case-tables.ts';

export interface CaseRows {
  readonly title: string;
  /** Of its alerts, oldest first. */
  readonly seqs: readonly number[];
  readonly tables: ReadonlyMap<CaseTable, readonly CarriedRow[]>;
}

const IN = '(SELECT value FROM json_each(?))';

/** Where the rows of each table are, by what of the case they belong to. */
const WHERE = {
  forensic_investigations: ['id', 'investigation'],
  incident_records: ['id', 'incident'],
  incident_pins: ['incident_id', 'incident'],
  alert_comments: ['alert_id', 'alerts'],
  alert_checks: ['alert_id', 'alerts'],
  alert_watchers: ['alert_id', 'alerts'],
  evidence: ['id', 'evidence'],
  evidence_custody: ['evidence_id', 'evidence'],
  forensic_sessions: ['investigation_id', 'investigation'],
  indicators: ['investigation_id', 'investigation'],
  indicator_relations: ['from_id', 'indicators'],
  investigation_comments: ['investigation_id', 'investigation'],
  promoted_events: ['investigation_id', 'investigation'],
  event_alignments: ['investigation_id', 'investigation'],
  intel_objects: ['id', 'intel'],
} as const satisfies Record<CaseTable, readonly [column: string, of: string]>;

type Keys = Readonly<Record<(typeof WHERE)[CaseTable][1], readonly string[]>>;

export function readCaseRows(db: ReadDb, investigationId: string): CaseRows | null {
  const investigation = findInvestigationRow(db, investigationId);
  if (!investigation) return null;
  const seqs = investigationAlerts(db, investigation);
  const incident = findIncidentRow(db, investigation.incidentId)?.key ?? investigation.incidentId;
  const alerts = db
    .all<{ id: string }>(`SELECT id FROM alerts WHERE seq IN ${IN}`, JSON.stringify(seqs))
    .map(({ id }) => id);
  const indicators = db.all<{ id: string; origin: string | null }>(
    `SELECT id, provenance ->> '$.id' AS origin FROM indicators
     WHERE investigation_id = ? AND deleted_at IS NULL`,
    investigationId,
  );
  const kept = intelObjects(db);
  const keys: Keys = {
    ...{ investigation: [investigationId], incident: [incident], alerts },
    evidence: evidenceOf(db, investigationId, investigation.bundleEvidenceId),
    indicators: indicators.map(({ id }) => id),
    intel: indicators.flatMap(({ origin }) => (origin && kept.has(origin) ? origin : [])),
  };
  const tables = new Map<CaseTable, readonly CarriedRow[]>();
  for (const name of Object.keys(CASE_TABLES) as CaseTable[])
    tables.set(name, rowsOf(db, name, keys));
  const ids = new Set(keys.indicators);
  const relations = tables.get('indicator_relations') ?? [];
  tables.set(
    'indicator_relations',
    relations.filter(({ toId }) => ids.has(String(toId))),
  );
  return { title: investigation.title, seqs, tables };
}

function rowsOf(db: ReadDb, name: CaseTable, keys: Keys): CarriedRow[] {
  const [column, of] = WHERE[name];
  const table = CASE_TABLES[name];
  return db
    .rows(
      table,
      `SELECT * FROM ${name} WHERE ${column} IN ${IN} AND deleted_at IS NULL ORDER BY id`,
      JSON.stringify(keys[of]),
    )
    .map((row) => carriedRow(table, row));
}

const evidenceOf = (db: ReadDb, investigationId: string, bundle: string | null): string[] => [
  ...new Set([
    ...db
      .all<{ id: string }>(
        `SELECT DISTINCT evidence_id AS id FROM forensic_sessions
         WHERE investigation_id = ? AND evidence_id IS NOT NULL AND deleted_at IS NULL`,
        investigationId,
      )
      .map(({ id }) => id),
    ...(bundle === null ? [] : [bundle]),
  ]),
];

export interface Person {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export const peopleRows = (db: ReadDb, ids: readonly string[]): Person[] =>
  db.all<Person>(
    `SELECT id, first_name AS firstName, last_name AS lastName FROM users WHERE id IN ${IN}
     ORDER BY id`,
    JSON.stringify(ids),
  );

export const hasPerson = (db: ReadDb, id: string): boolean =>
  db.get('SELECT 1 FROM users WHERE id = ?', id) !== undefined;

/** A row that is here under this id, deleted or not. */
export function rowHere(
  db: ReadDb,
  name: CaseTable | 'alerts',
  id: string,
): { readonly row: CarriedRow; readonly isDeleted: boolean } | null {
  const table = name === 'alerts' ? alertsTable : CASE_TABLES[name];
  const [row] = db.rows(table, `SELECT * FROM ${name} WHERE id = ?`, id);
  if (!row) return null;
  const { deletedAt } = row as { deletedAt: number | null };
  return { row: carriedRow(table, row), isDeleted: deletedAt !== null };
}

/** What people decide about incidents: records and pins, with what Undo needs to take them back. */
import type { RowChange } from '../../db/action-log.ts';
import type { ReadDb } from '../../db/database.ts';
import { packRows } from '../../db/packed-rows.ts';
import { incidentPinsTable, incidentRecordsTable } from '../../db/tables/incidents.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { findRecord, type IncidentRecord } from './incident-detail.store.ts';
import type { IncidentRow } from './incident-list.store.ts';

/** Of an incident, the earliest first. */
export interface MemberGroup {
  readonly id: number;
  /** Hex. */
  readonly key: string;
}

export const membersOf = (db: ReadDb, incident: number): MemberGroup[] =>
  db.all<MemberGroup>(
    'SELECT id, lower(hex(key)) AS key FROM alert_groups WHERE incident_id = ? ORDER BY key',
    incident,
  );

export const edgesOf = (
  db: ReadDb,
  incident: number,
): { a: number; b: number; strength: number }[] =>
  db.all('SELECT a, b, strength FROM incident_edges WHERE incident_id = ?', incident);

/** Of one action: what it changes, in the order in which it does. */
export interface Deciding {
  readonly tx: WriteTx;
  readonly actionId: string;
  readonly actor: string;
  readonly changes: RowChange[];
}

interface PinRow {
  readonly seq: number;
  readonly id: string;
  readonly incident_id: string | null;
  readonly deleted_at: number | null;
}

/** Pins groups to a record, or with null leaves them to linking. Rows are never removed, so that undo is a change. */
export function pinGroups(
  { tx, actionId, changes }: Deciding,
  keys: readonly string[],
  record: string | null,
): void {
  const rows = tx.all<PinRow>(
    `SELECT seq, id, incident_id, deleted_at FROM incident_pins
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(keys),
  );
  const known = new Set(rows.map(({ id }) => id));
  const missing = record === null ? [] : keys.filter((key) => !known.has(key));
  tx.insertRange(
    incidentPinsTable,
    packRows(
      incidentPinsTable,
      missing.map((id) => ({ id, incidentId: record })),
    ),
    () => {},
  );
  for (const row of rows) if (row.deleted_at !== null) tx.revive(incidentPinsTable, row.id);
  const moved = rows.filter(({ incident_id }) => incident_id !== record);
  tx.updateRange(
    incidentPinsTable,
    moved.map(({ seq }) => seq).sort((a, b) => a - b),
    { partOf: actionId, decide: () => ({ incidentId: record }) },
  );
  const after = { incidentId: record };
  const change = (id: string, before: string | null): RowChange => ({
    ...{ table: 'incident_pins', id, before: { incidentId: before }, after },
  });
  for (const id of missing) changes.push(change(id, null));
  for (const { id, incident_id } of moved) changes.push(change(id, incident_id));
}

type RecordPatch = Partial<
  Pick<IncidentRecord, 'name' | 'lockedAt' | 'lockedBy' | 'reason' | 'mergedInto'>
>;

export function insertRecord(
  { tx, actor, changes }: Deciding,
  id: string,
  patch: RecordPatch,
): void {
  const row = { id, ...patch, createdBy: actor, createdAt: tx.now, updatedAt: tx.now };
  tx.insert(incidentRecordsTable, row);
  changes.push({ table: 'incident_records', id, before: null, after: row });
}

export function updateRecord({ tx, changes }: Deciding, id: string, patch: RecordPatch): void {
  const before = findRecord(tx, id);
  if (!before) return;
  const full = { ...patch, updatedAt: tx.now };
  tx.update(incidentRecordsTable, id, full);
  const properties = Object.keys(full) as (keyof typeof full)[];
  changes.push({
    ...{ table: 'incident_records', id, after: full },
    before: Object.fromEntries(properties.map((property) => [property, before[property] ?? null])),
  });
}

/** The record of an incident with all its groups pinned to it; made where there is none. */
export function takeInHand(
  deciding: Deciding,
  row: IncidentRow,
  { newId, patch }: { newId: () => string; patch: RecordPatch },
): string {
  const record = findRecord(deciding.tx, row.key);
  const id = record?.id ?? newId();
  if (record) updateRecord(deciding, id, patch);
  else insertRecord(deciding, id, patch);
  return id;
}

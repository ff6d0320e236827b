/**
 * What never leaves a workstation, and is never taken from others. Password hashes, sessions, keys and
 * secrets of integrations are in tables that are not synced at all (no `row_version`).
 */

/** Of every table. `row_version` and `field_versions` cross the wire as the row's own fields. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['id', 'row_version', 'field_versions']);

/** Places in this database, what is worked out from other columns, and what this machine did last. */
const LOCAL_COLUMNS: Readonly<Record<string, ReadonlySet<string>>> = {
  alerts: new Set(['seq', 'entity_terms', 'import_id']),
  incident_pins: new Set(['seq']),
  integrations: new Set(['status', 'last_sync']),
};

/** Rows by their id: which model this machine asks is its own affair. */
const LOCAL_ROWS: Readonly<Record<string, ReadonlySet<string>>> = {
  workspace_settings: new Set(['models']),
};

export function isSentColumn(table: string, column: string): boolean {
  return !OWN_FIELDS.has(column) && !LOCAL_COLUMNS[table]?.has(column);
}

export function isSentRow(table: string, id: string): boolean {
  return !LOCAL_ROWS[table]?.has(id);
}

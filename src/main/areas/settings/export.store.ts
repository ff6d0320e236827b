import type { Bound, Database, ReadDb } from '../../db/database.ts';

const PAGE_ROWS = 500;

/**
 * What is no record of the workspace: secrets, what is derived from other rows, and the alerts,
 * which come with their raw records from their own area.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'credentials',
  'signing_keys',
  'model_keys',
  'sessions',
  'login_attempts',
  // What an account asked the assistant is that account's alone.
  'conversations',
  'chat_messages',
  'alerts',
  'alert_raw',
  'alert_counts',
  'alert_hours',
  'alert_spans',
  'alert_totals',
  'technique_counts',
  'suppression_places',
  'suppression_runs',
  'suppressed_counts',
  'suppressed_totals',
  'incidents',
  'incident_totals',
  'incident_edges',
  'incident_work',
  'incident_state',
  'gap_analyses',
  'queue_records',
  'control_batch_rows',
  'control_proof',
  'evidence_unlinked',
  'evidence_places',
  'risk_places',
  'risk_counts',
  'evidence_uploads',
  'evidence_upload_pieces',
]);
const DERIVED = /^(?:sqlite_|alerts_fts|evidence_fts|risks_fts)/;

export type ExportRow = Readonly<Record<string, Bound>>;

/** The next rows of a table, in the order in which they were made. */
function nextRows(db: ReadDb, table: string, after: number): { rows: ExportRow[]; last: number } {
  const found = db.all<ExportRow & { readonly _place: number }>(
    `SELECT rowid AS _place, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    after,
    PAGE_ROWS,
  );
  return { rows: found.map(({ _place, ...row }) => row), last: found.at(-1)?._place ?? after };
}

export function createExportStore(db: Database) {
  return {
    /** Tables whose rows go out, and whether they can be read in pages. */
    tables(): { name: string; isPaged: boolean }[] {
      return db.read('settings.exportTables', (reader) =>
        reader
          .all<{ name: string; wr: number }>(
            "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name",
          )
          .filter(({ name }) => !LEFT_OUT.has(name) && !DERIVED.test(name))
          .map(({ name, wr }) => ({ name, isPaged: wr === 0 })),
      );
    },
    page: (table: string, after: number) =>
      db.read('settings.exportPage', (reader) => nextRows(reader, table, after)),
    /** Of a table without row numbers: small ones only. */
    whole: (table: string): ExportRow[] =>
      db.read('settings.exportTable', (reader) => reader.all<ExportRow>(`SELECT * FROM ${table}`)),
    /** That somebody took everything away is written down before it goes. */
    note: (actor: string): void =>
      db.write({ actor, origin: 'user', action: 'settings.export' }, (tx) =>
        tx.note('workspace', 1),
      ),
  };
}
export type ExportStore = ReturnType<typeof createExportStore>;

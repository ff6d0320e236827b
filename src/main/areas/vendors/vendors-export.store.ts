import type { ReadDb } from '../../db/database.ts';
import { vendorsTable } from '../../db/tables/vendors.table.ts';
import type { VendorRow } from './vendors.store.ts';

export interface ExportVendor {
  readonly row: VendorRow;
  /** One each: kind, title, last day. */
  readonly documents: readonly string[];
  readonly subprocessors: readonly string[];
}

export const countVendors = (db: ReadDb): number =>
  db.get<{ n: number }>('SELECT coalesce(sum(n), 0) AS n FROM vendor_counts')?.n ?? 0;

function gathered(rows: readonly { readonly id: string; readonly text: string }[]) {
  const found = new Map<string, string[]>();
  for (const { id, text } of rows) found.set(id, [...(found.get(id) ?? []), text]);
  return found;
}

/** Vendors in the order of their ids, `limit` of them after one. */
export function readExportVendors(db: ReadDb, after: string, limit: number): ExportVendor[] {
  const rows = db.rows(
    vendorsTable,
    'SELECT * FROM vendors WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?',
    after,
    limit,
  );
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const documents = gathered(
    db.all(
      `SELECT d.vendor_id AS id, concat_ws(', ', d.kind || ' ' || e.title, 'expires ' || d.expires_on) AS text
       FROM vendor_documents d JOIN evidence e ON e.id = d.evidence_id
       WHERE d.vendor_id IN (SELECT value FROM json_each(?)) AND d.deleted_at IS NULL
       ORDER BY d.created_at, d.id`,
      ids,
    ),
  );
  const subprocessors = gathered(
    db.all(
      `SELECT vendor_id AS id, concat_ws(', ', name, service, location) AS text
       FROM vendor_subprocessors
       WHERE vendor_id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
       ORDER BY name_key, id`,
      ids,
    ),
  );
  return rows.map((row) => ({
    row,
    documents: documents.get(row.id) ?? [],
    subprocessors: subprocessors.get(row.id) ?? [],
  }));
}

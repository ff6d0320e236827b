import type { VendorDocument } from '../../../shared/areas/vendors/vendor-documents.contract.ts';
import { DOCUMENT_DAYS, expiryState } from '../../../shared/areas/vendors/vendors.rules.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import type { RowOf } from '../../db/statements.ts';
import { vendorDocumentsTable } from '../../db/tables/vendors.table.ts';
import { readPeople } from './vendors.store.ts';

export type DocumentRow = RowOf<typeof vendorDocumentsTable>;

export function findDocument(
  db: ReadDb,
  vendorId: string,
  documentId: string,
): DocumentRow | undefined {
  return db.rows(
    vendorDocumentsTable,
    'SELECT * FROM vendor_documents WHERE id = ? AND vendor_id = ? AND deleted_at IS NULL',
    documentId,
    vendorId,
  )[0];
}

export function listDocumentRows(db: ReadDb, vendorId: string): DocumentRow[] {
  return db.rows(
    vendorDocumentsTable,
    `SELECT * FROM vendor_documents WHERE vendor_id = ? AND deleted_at IS NULL
     ORDER BY expires_on IS NULL, expires_on, created_at DESC, id DESC`,
    vendorId,
  );
}

interface EvidenceSaid {
  readonly id: string;
  readonly current: string;
  readonly title: string;
  readonly fileName: string | null;
  readonly verdict: VendorDocument['verdict'];
}

/** A newer revision of a file stands for the one that was kept. */
function readEvidence(db: ReadDb, ids: readonly string[]): Map<string, EvidenceSaid> {
  const rows = db.all<EvidenceSaid>(
    `SELECT e.id, c.id AS current, c.title, c.file_name AS fileName, c.verdict
     FROM evidence e JOIN evidence c ON c.id = coalesce(
       (SELECT n.id FROM evidence n WHERE n.series_id = e.series_id AND n.deleted_at IS NULL
          AND n.superseded_by IS NULL ORDER BY n.revision DESC LIMIT 1), e.id)
     WHERE e.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export function toDocuments(
  db: ReadDb,
  rows: readonly DocumentRow[],
  today: Day,
): VendorDocument[] {
  const evidence = readEvidence(
    db,
    rows.map(({ evidenceId }) => evidenceId),
  );
  const people = readPeople(
    db,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map((row) => {
    const said = evidence.get(row.evidenceId);
    return {
      id: row.id,
      vendorId: row.vendorId,
      evidenceId: said?.current ?? row.evidenceId,
      kind: row.kind,
      title: said?.title ?? 'Evidence that is not here',
      fileName: said?.fileName ?? null,
      verdict: said?.verdict ?? 'PENDING',
      expiresOn: row.expiresOn,
      expiry: expiryState(row.expiresOn, today, DOCUMENT_DAYS),
      note: row.note,
      addedByName: people.get(row.createdBy ?? '') ?? null,
      revision: revisionOf(row),
      createdAt: toIso(row.createdAt),
    };
  });
}

/** Whether there is such evidence, and until when it says to hold, as milliseconds. */
export function findEvidence(
  db: ReadDb,
  id: string,
): { readonly expirationDate: number | null } | undefined {
  return db.get<{ expirationDate: number | null }>(
    'SELECT expiration_date AS expirationDate FROM evidence WHERE id = ? AND deleted_at IS NULL',
    id,
  );
}

export function isKept(db: ReadDb, vendorId: string, evidenceId: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM vendor_documents
       WHERE vendor_id = ? AND evidence_id = ? AND deleted_at IS NULL`,
      vendorId,
      evidenceId,
    ) !== undefined
  );
}

/** Why evidence must not be deleted: it is a document of a vendor. Null where it is none. */
export function vendorThatNeeds(db: ReadDb, evidenceId: string): string | null {
  const found = db.get<{ name: string }>(
    `SELECT v.name FROM vendor_documents d JOIN vendors v ON v.id = d.vendor_id
     WHERE d.evidence_id = ? AND d.deleted_at IS NULL AND v.deleted_at IS NULL
     ORDER BY d.created_at LIMIT 1`,
    evidenceId,
  );
  return found ? `It is a document of the vendor '${found.name}': take it off there first` : null;
}

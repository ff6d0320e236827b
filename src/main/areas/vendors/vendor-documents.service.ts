import type {
  NewVendorDocument,
  VendorDocument,
  VendorDocumentUpdate,
} from '../../../shared/areas/vendors/vendor-documents.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import type { ReadDb } from '../../db/database.ts';
import { mergeFields } from '../../db/field-merge.ts';
import { vendorDocumentsTable } from '../../db/tables/vendors.table.ts';
import { localDay } from '../../platform/clock.ts';
import {
  type DocumentRow,
  findDocument,
  findEvidence,
  isKept,
  listDocumentRows,
  toDocuments,
} from './vendor-documents.store.ts';
import { badField, mustFindVendor, type VendorServiceDeps } from './vendors.service.ts';

function mustFindDocument(db: ReadDb, vendorId: string, documentId: string): DocumentRow {
  const row = findDocument(db, vendorId, documentId);
  if (!row) throw new AppError('not-found', 'There is no such document');
  return row;
}

export function createVendorDocuments({ db, clock, newId }: VendorServiceDeps) {
  const answer = (reader: ReadDb, rows: readonly DocumentRow[]) =>
    toDocuments(reader, rows, localDay(clock.now()));
  const get = (vendorId: string, documentId: string): VendorDocument =>
    db.read('vendors.document', (reader) => {
      const [found] = answer(reader, [mustFindDocument(reader, vendorId, documentId)]);
      if (!found) throw new Error('A document was lost');
      return found;
    });

  return {
    list: (vendorId: string): VendorDocument[] =>
      db.read('vendors.documents', (reader) => {
        mustFindVendor(reader, vendorId);
        return answer(reader, listDocumentRows(reader, vendorId));
      }),

    /** @throws AppError 'not-found', 'bad-input' for unknown evidence, 'conflict' where it is kept already. */
    add(vendorId: string, document: NewVendorDocument, actor: string): VendorDocument {
      const id = newId();
      db.write({ actor, origin: 'user', action: 'vendors.add-document' }, (tx) => {
        mustFindVendor(tx, vendorId);
        const evidence = findEvidence(tx, document.evidenceId);
        if (!evidence) throw badField('evidenceId', 'There is no such evidence');
        if (isKept(tx, vendorId, document.evidenceId))
          throw new AppError('conflict', 'This evidence is a document of the vendor already', {
            allowed: [],
          });
        tx.insert(vendorDocumentsTable, {
          ...document,
          id,
          vendorId,
          createdBy: actor,
          createdAt: tx.now,
          updatedAt: tx.now,
        });
      });
      return get(vendorId, id);
    },

    update(
      vendorId: string,
      documentId: string,
      update: VendorDocumentUpdate,
      actor: string,
    ): VendorDocument & { merged: OtherChange[] } {
      const { baseRevision, ...fields } = update;
      const patch: Partial<DocumentRow> = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      );
      const merged = db.write(
        { actor, origin: 'user', action: 'vendors.update-document' },
        (tx) => {
          const before = mustFindDocument(tx, vendorId, documentId);
          const others = mergeFields(tx, before, patch, baseRevision);
          tx.update(vendorDocumentsTable, documentId, { ...patch, updatedAt: tx.now });
          return others;
        },
      );
      return { ...get(vendorId, documentId), merged };
    },

    remove(vendorId: string, documentId: string, actor: string): { ok: true } {
      db.write({ actor, origin: 'user', action: 'vendors.remove-document' }, (tx) => {
        mustFindDocument(tx, vendorId, documentId);
        tx.remove(vendorDocumentsTable, documentId);
      });
      return { ok: true };
    },
  };
}
export type VendorDocuments = ReturnType<typeof createVendorDocuments>;

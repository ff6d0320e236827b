/** Contracts, certificates and reports of a vendor; file, hash and custody are those of the evidence. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { optionalDay } from '../../kernel/day.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { textOrNull } from './vendor-fields.ts';
import { VENDOR_DOCUMENT_KINDS } from './vendors.rules.ts';

export const VENDOR_NOTE_MAX = 1000;

const kindSchema = z.enum(VENDOR_DOCUMENT_KINDS, {
  error: `Kind must be one of ${VENDOR_DOCUMENT_KINDS.join(', ')}`,
});
const fields = {
  kind: kindSchema,
  expiresOn: optionalDay('Expiry'),
  note: textOrNull('Note', VENDOR_NOTE_MAX),
};

/**
 * `expiry` says what `expiresOn` (a day; the last on which it holds) means today. `title`, `fileName`,
 * `verdict` and `isValid` are those of the evidence's current revision, `evidenceId` its id.
 */
export const vendorDocumentSchema = z.object({
  id: z.string(),
  vendorId: z.string(),
  evidenceId: z.string(),
  kind: kindSchema,
  title: z.string(),
  fileName: z.string().nullable(),
  verdict: z.enum(['PENDING', 'ACCEPTED', 'REJECTED']),
  expiresOn: z.string().nullable(),
  expiry: z.enum(['none', 'valid', 'expiring', 'expired']),
  note: z.string().nullable(),
  addedByName: z.string().nullable(),
  revision: revisionSchema,
  createdAt: z.string(),
});
export type VendorDocument = z.infer<typeof vendorDocumentSchema>;

const newVendorDocumentSchema = z.object({
  evidenceId: z.string({ error: 'Evidence is required' }).min(1, 'Evidence is required').max(100),
  kind: fields.kind,
  expiresOn: fields.expiresOn.default(null),
  note: fields.note.default(null),
});
export type NewVendorDocument = z.output<typeof newVendorDocumentSchema>;

const vendorDocumentUpdateSchema = z
  .object({ ...fields, baseRevision: revisionSchema })
  .partial()
  .refine(
    ({ baseRevision, ...changes }) => Object.values(changes).some((value) => value !== undefined),
    'Nothing to change',
  );
export type VendorDocumentUpdate = z.output<typeof vendorDocumentUpdateSchema>;

const params = idParamSchema.extend({ documentId: z.string().min(1).max(100) });

export const vendorDocumentsContract = {
  documents: endpoint({
    method: 'GET',
    path: '/api/vendors/{id}/documents',
    summary: 'Documents of a vendor, those that expire first at the top',
    permission: 'vendors.read',
    params: idParamSchema,
    response: z.array(vendorDocumentSchema),
  }),
  addDocument: endpoint({
    method: 'POST',
    path: '/api/vendors/{id}/documents',
    summary: 'Keep a piece of evidence as a document of a vendor',
    permission: 'vendors.write',
    params: idParamSchema,
    body: newVendorDocumentSchema,
    response: vendorDocumentSchema,
    status: 201,
  }),
  updateDocument: endpoint({
    method: 'PATCH',
    path: '/api/vendors/{id}/documents/{documentId}',
    summary: 'Change what a document is, or when it expires',
    permission: 'vendors.write',
    params,
    body: vendorDocumentUpdateSchema,
    response: vendorDocumentSchema.extend({ merged: mergedSchema }),
  }),
  removeDocument: endpoint({
    method: 'DELETE',
    path: '/api/vendors/{id}/documents/{documentId}',
    summary: 'Take a document off a vendor; the evidence stays',
    permission: 'vendors.write',
    params,
    response: z.object({ ok: z.literal(true) }),
  }),
};

/** Files on their way in: begun, sent in pieces, finished or given up. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { EVIDENCE_MAX_BYTES } from './evidence.rules.ts';
import { doneSchema, optionalText } from './evidence-fields.ts';

/** `received` bytes are here to stay; the next piece begins there. Times out after a day. */
export const uploadSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  received: z.number().int(),
  pieceBytes: z.number().int(),
  state: z.enum(['RECEIVING', 'STORING', 'STORED']),
  sha256: z.string().nullable(),
  jobId: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** The desktop names a chosen file by its handle: it is read from the disk, nothing is sent. */
export const newUploadSchema = z.object({
  name: z.string({ error: 'Name is required' }).min(1, 'Name is required').max(1000),
  size: z
    .number({ error: 'Size is required' })
    .int()
    .min(0)
    .max(EVIDENCE_MAX_BYTES, 'The file is larger than 1 TiB'),
  mediaType: optionalText('Media type', 200),
  handle: z.string().max(100).nullish(),
});
export type NewUpload = z.output<typeof newUploadSchema>;

/** A part of `evidenceContract`. */
export const evidenceUploadsContract = {
  uploads: endpoint({
    method: 'GET',
    path: '/api/evidence/uploads',
    summary: 'Uploads of this account that are not evidence yet',
    permission: 'evidence.write',
    response: z.array(uploadSchema),
  }),
  createUpload: endpoint({
    method: 'POST',
    path: '/api/evidence/uploads',
    summary: 'Begin an upload',
    permission: 'evidence.write',
    body: newUploadSchema,
    response: uploadSchema,
    status: 201,
  }),
  upload: endpoint({
    method: 'GET',
    path: '/api/evidence/uploads/{id}',
    summary: 'How far an upload is',
    permission: 'evidence.write',
    params: idParamSchema,
    response: uploadSchema,
  }),
  putPiece: endpoint({
    method: 'PUT',
    path: '/api/evidence/uploads/{id}',
    summary: 'Send the piece that begins at an offset; at most pieceBytes',
    permission: 'evidence.write',
    params: idParamSchema,
    query: z.object({ offset: z.coerce.number().int().min(0) }),
    body: 'bytes',
    response: uploadSchema,
  }),
  finishUpload: endpoint({
    method: 'POST',
    path: '/api/evidence/uploads/{id}/finish',
    summary: 'Store what arrived, read it back, and compare its SHA-256; large files as a job',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({
      sha256: z
        .string()
        .regex(/^[0-9a-fA-F]{64}$/, 'SHA-256 must be 64 hexadecimal digits')
        .nullish(),
    }),
    response: uploadSchema,
  }),
  cancelUpload: endpoint({
    method: 'DELETE',
    path: '/api/evidence/uploads/{id}',
    summary: 'Give an upload up; nothing of it is kept',
    permission: 'evidence.write',
    params: idParamSchema,
    response: doneSchema,
  }),
};

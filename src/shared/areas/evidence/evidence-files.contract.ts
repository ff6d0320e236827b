/** Files of evidence on their way out: whole, in parts, and what is shown of them. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';

/**
 * What of a file is shown, never more than `shown` bytes of it. `text` for kinds of text, `entries`
 * for archives (their names as written, `isUnsafe` where one would leave its folder), `hex` for what
 * is not known. Pictures and PDF are drawn by the page from the file itself.
 */
export const previewSchema = z.object({
  kind: z.enum(['text', 'markdown', 'csv', 'json', 'image', 'pdf', 'archive', 'binary']),
  fileName: z.string(),
  mediaType: z.string().nullable(),
  size: z.number().int(),
  shown: z.number().int(),
  text: z.string().nullable(),
  entries: z
    .array(
      z.object({
        name: z.string(),
        size: z.number(),
        packed: z.number(),
        isUnsafe: z.boolean(),
      }),
    )
    .nullable(),
  hex: z.string().nullable(),
  notes: z.array(z.string()),
});
export type Preview = z.infer<typeof previewSchema>;

/** A part of a file, for what the page draws by itself. At most FILE_PART_BYTES. */
export const filePartSchema = z.object({ size: z.number().int(), base64: z.string() });
export const FILE_PART_BYTES = 1024 * 1024;

/** A part of `evidenceContract`. */
export const evidenceFilesContract = {
  file: endpoint({
    method: 'GET',
    path: '/api/evidence/{id}/file',
    summary: 'The file as it was received, checked while it is read',
    permission: 'evidence.read',
    params: idParamSchema,
    response: 'bytes',
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/evidence/{id}/preview',
    summary: 'What of the file can be shown without running anything in it',
    permission: 'evidence.read',
    params: idParamSchema,
    response: previewSchema,
  }),
  filePart: endpoint({
    method: 'GET',
    path: '/api/evidence/{id}/part',
    summary: 'Bytes of the file from an offset on, at most 1 MiB, in base64',
    permission: 'evidence.read',
    params: idParamSchema,
    query: z.object({
      from: z.coerce.number().int().min(0).default(0),
      length: z.coerce.number().int().min(1).max(FILE_PART_BYTES).default(FILE_PART_BYTES),
    }),
    response: filePartSchema,
  }),
};

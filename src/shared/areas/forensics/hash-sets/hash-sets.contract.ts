/** Sets of hashes that are known to be good or bad, of this workstation. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';

export const HASH_VERDICTS = ['good', 'bad'] as const;

const hashSetSchema = z.object({
  id: z.string(),
  name: z.string(),
  verdict: z.enum(HASH_VERDICTS),
  /** Different hashes by kind; a kind that the list does not have is null. */
  md5: z.int().nullable(),
  sha1: z.int().nullable(),
  sha256: z.int().nullable(),
  /** Of the list. */
  lines: z.int(),
  /** Lines with something on them, but no hash. */
  without: z.int(),
  /** On the disk. */
  bytes: z.int(),
  importedAt: isoTimeSchema,
});
export type ListedHashSet = z.infer<typeof hashSetSchema>;

export const hashSetsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/forensics/hash-sets',
    summary: 'Sets of hashes that files are compared with, the newest first',
    permission: 'forensics.read',
    response: z.array(hashSetSchema),
    list: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/forensics/hash-sets',
    summary: 'Import a list of MD5, SHA-1 or SHA-256, one a line or in columns as the NSRL has it',
    permission: 'forensics.write',
    query: z.object({
      verdict: z.enum(HASH_VERDICTS, { error: 'Say whether these hashes are good or bad' }),
      /** Of the file; shown only. */
      name: z.string().max(1_000).optional(),
      /** A file that the desktop has chosen; without one, the body is the file. */
      handle: z.string().max(200).optional(),
    }),
    body: 'bytes',
    response: hashSetSchema,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/forensics/hash-sets/{id}',
    summary: 'Remove a set of hashes; what it has said of files stays in their receipts',
    permission: 'forensics.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
};

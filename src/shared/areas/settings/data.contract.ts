import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { jobSchema } from '../../contract/jobs.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import {
  MAX_PASSPHRASE_LENGTH,
  MIN_PASSPHRASE_LENGTH,
  PASSPHRASE_LONG,
  PASSPHRASE_SHORT,
} from './data.rules.ts';

const DATA_PARTS = ['database', 'log', 'backups', 'aside', 'journal'] as const;

export const dataInfoSchema = z.object({
  /** The data folder, as this machine names it. */
  location: z.string(),
  /** Bytes on disk. `aside`: older databases kept before a restore or an update of the schema. */
  parts: z.array(z.object({ part: z.enum(DATA_PARTS), bytes: z.number() })),
  /** Free bytes of the disk; null where it does not say. */
  freeBytes: z.number().nullable(),
  /** Records by area. */
  records: z.array(z.object({ area: z.string(), count: z.number() })),
});
export type DataInfo = z.infer<typeof dataInfoSchema>;

export const backupSchema = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
  schema: z.number().int(),
});
export type Backup = z.infer<typeof backupSchema>;

const passphraseSchema = z
  .string({ error: 'The passphrase is required' })
  .min(MIN_PASSPHRASE_LENGTH, PASSPHRASE_SHORT)
  .max(MAX_PASSPHRASE_LENGTH, PASSPHRASE_LONG);

export const backupRequestSchema = z.object({ passphrase: passphraseSchema });

/** What the head of a file says about itself; proven only when it is opened with the passphrase. */
export const backupHeadSchema = z.object({
  name: z.string(),
  bytes: z.number().nullable(),
  createdAt: z.string(),
  schema: z.number().int(),
});
export type BackupHead = z.infer<typeof backupHeadSchema>;

export const receivedBackupSchema = backupHeadSchema.extend({ id: z.string() });
export type ReceivedBackup = z.infer<typeof receivedBackupSchema>;

export const restoreFileQuerySchema = z.object({
  name: z.string().max(255).optional(),
  /** A file the user chose on the desktop; the request then has no body. */
  handle: z.string().max(100).optional(),
});
export type RestoreFileQuery = z.infer<typeof restoreFileQuerySchema>;

export const restoreRequestSchema = z.object({
  file: z.string({ error: 'Choose a backup first' }).min(1, 'Choose a backup first').max(100),
  passphrase: z
    .string({ error: 'The passphrase is required' })
    .min(1, 'The passphrase is required')
    .max(MAX_PASSPHRASE_LENGTH, PASSPHRASE_LONG),
});
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;

export const dataContract = {
  info: endpoint({
    method: 'GET',
    path: '/api/data',
    summary: 'Where the data of this workstation is, and how much of it',
    permission: 'session',
    response: dataInfoSchema,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/data/export',
    summary: 'Everything readable as gzipped NDJSON: one line a record, with its table',
    permission: 'workspace.manage',
    response: 'bytes',
  }),
  backups: endpoint({
    method: 'GET',
    path: '/api/backups',
    summary: 'Backups in the data folder, newest first',
    permission: 'workspace.manage',
    response: z.array(backupSchema),
    list: true,
  }),
  createBackup: endpoint({
    method: 'POST',
    path: '/api/backups',
    summary: 'Begin a backup of the whole workspace, encrypted with a passphrase',
    permission: 'workspace.manage',
    body: backupRequestSchema,
    response: jobSchema,
    status: 202,
  }),
  backupFile: endpoint({
    method: 'GET',
    path: '/api/backups/{id}/file',
    summary: 'A backup as a file',
    permission: 'workspace.manage',
    params: idParamSchema,
    response: 'bytes',
  }),
  deleteBackup: endpoint({
    method: 'DELETE',
    path: '/api/backups/{id}',
    summary: 'Delete a backup from the data folder',
    permission: 'workspace.manage',
    params: idParamSchema,
    response: z.array(backupSchema),
  }),
  checkBackup: endpoint({
    method: 'POST',
    path: '/api/restore/check',
    summary: 'What a file is, by its first bytes',
    permission: 'workspace.manage',
    query: restoreFileQuerySchema,
    body: 'bytes',
    response: backupHeadSchema,
  }),
  receiveBackup: endpoint({
    method: 'POST',
    path: '/api/restore/files',
    summary: 'Bring a backup here, to be restored; it stays encrypted',
    permission: 'workspace.manage',
    query: restoreFileQuerySchema,
    body: 'bytes',
    response: receivedBackupSchema,
    status: 201,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/restore',
    summary: 'Put the workspace of a backup in the place of this one; every session ends',
    permission: 'workspace.manage',
    body: restoreRequestSchema,
    response: jobSchema,
    status: 202,
  }),
};

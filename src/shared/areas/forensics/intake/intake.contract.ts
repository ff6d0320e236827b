/** Files in an investigation: brought, read, and what became of them. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { pageQuerySchema } from '../../../kernel/paging.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { PASSWORD_MAX, SESSION_STATUSES } from './intake.rules.ts';

const problemSchema = z.object({
  /** In words: 'a record is cut off'. Strangers may have written parts of it. */
  what: z.string(),
  count: z.int(),
  /** The first ones. */
  places: z.array(z.string()),
  isLoss: z.boolean(),
});

/** A file inside the brought one. `sessionId` where a reader took it. */
const memberSchema = z.object({
  path: z.string(),
  size: z.int(),
  sha256: z.string().nullable(),
  note: z.string(),
  sessionId: z.string().nullable(),
});

export const receiptSchema = z.object({
  /** Events that readers gave. */
  read: z.int(),
  /** Of these, those that are kept. */
  kept: z.int(),
  problems: z.array(problemSchema),
  /** Sentences about the whole: limits that were reached, what it is. */
  notes: z.array(z.string()),
  /** First and last recorded time of its events. */
  from: isoTimeSchema.nullable(),
  to: isoTimeSchema.nullable(),
  /** JSON of the readers. */
  facts: z.array(z.object({ name: z.string(), value: z.unknown() })),
  members: z.array(memberSchema),
  /** All of them, also those that are not named. */
  memberCount: z.int(),
  readers: z.array(z.object({ id: z.string(), label: z.string(), version: z.string() })),
  ms: z.int(),
});
export type Receipt = z.infer<typeof receiptSchema>;
export type ReceiptMember = z.infer<typeof memberSchema>;

/** A row of the list: strangers named it. */
export const sessionSchema = z.object({
  id: z.string(),
  investigation: z.object({ id: z.string(), title: z.string() }),
  parentId: z.string().nullable(),
  fileName: z.string().nullable(),
  innerPath: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  sha256: z.string().nullable(),
  evidenceId: z.string().nullable(),
  detected: z.string().nullable(),
  toolName: z.string(),
  toolType: z.string(),
  toolVersion: z.string().nullable(),
  chosen: z.array(z.string()).nullable(),
  status: z.enum(SESSION_STATUSES),
  /** 0 to 1 while it is read; null where nobody can say. */
  progress: z.number().nullable(),
  jobId: z.string().nullable(),
  events: z.int().nullable(),
  /** Files inside it that were read, and their events. */
  innerFiles: z.int(),
  innerEvents: z.int(),
  /** Records that could not be read, in its receipt. */
  losses: z.int(),
  problem: z.string().nullable(),
  /** What hash sets say of its content; bad goes before good. */
  known: z.enum(['good', 'bad']).nullable(),
  startedAt: isoTimeSchema,
  completedAt: isoTimeSchema.nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionDetailSchema = sessionSchema.extend({ receipt: receiptSchema.nullable() });
export type SessionDetail = z.infer<typeof sessionDetailSchema>;

const readerSchema = z.object({
  id: z.string(),
  label: z.string(),
  family: z.string(),
  version: z.string(),
});
export type ReaderChoice = z.infer<typeof readerSchema>;

export const intakeContract = {
  files: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/files',
    summary: 'Files of an investigation, newest first, each with those inside it that were read',
    permission: 'forensics.read',
    params: idParamSchema,
    query: pageQuerySchema.extend({ parent: z.string().max(100).optional() }),
    response: z.array(sessionSchema),
    list: true,
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/files',
    summary: 'Take a finished upload into an investigation: kept as evidence, then read',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({
      uploadId: z
        .string({ error: 'A file is required' })
        .min(1, 'A file is required')
        .max(100, 'That is no upload'),
      /** With the folder that it was in; for showing only. */
      path: z.string().max(4_096).nullish(),
    }),
    response: sessionSchema,
    status: 201,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/forensics/sessions',
    summary: 'Sessions of forensic tools, newest first',
    permission: 'forensics.read',
    query: pageQuerySchema,
    response: z.array(sessionSchema),
    list: true,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/forensics/sessions/{id}',
    summary: 'One session with its receipt',
    permission: 'forensics.read',
    params: idParamSchema,
    response: sessionDetailSchema,
  }),
  readers: endpoint({
    method: 'GET',
    path: '/api/forensics/readers',
    summary: 'The readers that a file may be read with',
    permission: 'forensics.read',
    response: z.array(readerSchema),
  }),
  cancelFile: endpoint({
    method: 'POST',
    path: '/api/forensics/sessions/{id}/cancel',
    summary: 'Stop reading a file; nothing of what was read is kept, the file is',
    permission: 'forensics.write',
    params: idParamSchema,
    response: sessionSchema,
  }),
  retryFile: endpoint({
    method: 'POST',
    path: '/api/forensics/sessions/{id}/retry',
    summary: 'Read a file again from its beginning',
    permission: 'forensics.write',
    params: idParamSchema,
    response: sessionSchema,
  }),
  passwordFile: endpoint({
    method: 'POST',
    path: '/api/forensics/sessions/{id}/password',
    summary: 'Give the password of an encrypted archive; it is used and not kept',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({
      /** Null: go on without; what is encrypted is reported and passed over. */
      password: z
        .string({ error: 'Password is required' })
        .min(1, 'Password is required')
        .max(
          PASSWORD_MAX,
          `Password must be at most ${PASSWORD_MAX.toLocaleString('en')} characters`,
        )
        .nullable(),
    }),
    response: sessionSchema,
  }),
  readAs: endpoint({
    method: 'POST',
    path: '/api/forensics/sessions/{id}/read-as',
    summary: 'Read a file again with chosen readers; with none, by its content',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({ readers: z.array(z.string().max(60)).max(8, 'At most 8 readers') }),
    response: sessionSchema,
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/api/forensics/sessions/{id}',
    summary: 'Take a file out of its investigation with its events; the evidence is kept',
    permission: 'forensics.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
};

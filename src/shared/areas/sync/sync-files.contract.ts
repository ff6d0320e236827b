/** Files of evidence beside the rows: which are fetched when, and where they stand. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

const MEGABYTES_MAX = 1_000_000;
export const MEGABYTE = 1_000_000;

/** opening: when somebody opens one. below: at once up to a size. all: at once. */
const FETCH_POLICIES = ['opening', 'below', 'all'] as const;
export type FetchPolicy = (typeof FETCH_POLICIES)[number];

export const filePolicySchema = z
  .object({
    fetch: z.enum(FETCH_POLICIES, { error: 'Choose when files are fetched' }),
    /** Counts for 'below'. */
    megabytes: z
      .number({ error: 'Give a whole number of megabytes' })
      .int('Give a whole number of megabytes')
      .min(1, 'At least 1 MB')
      .max(MEGABYTES_MAX, `At most ${MEGABYTES_MAX} MB`),
  })
  .strict();
export type FilePolicyChoice = z.infer<typeof filePolicySchema>;

const amountSchema = z.object({ files: z.number().int(), bytes: z.number().int() });

const fileProblemSchema = z.object({
  sha256: z.string(),
  direction: z.enum(['fetching', 'sending']),
  /** As evidence calls it, of others' making; null where none that may be seen names it any longer. */
  name: z.string().nullable(),
  /** A path of the page that shows this evidence. */
  link: z.string().nullable(),
  /** In words, with what to do. */
  problem: z.string(),
});
export type FileProblem = z.infer<typeof fileProblemSchema>;

const syncFilesSchema = z.object({
  policy: filePolicySchema,
  /** Files that records here name, and that are on this workstation. */
  here: amountSchema,
  /** Named here, and on other workstations only; opened, they are fetched. */
  elsewhere: amountSchema,
  /** On their way; bytes that are still to go. */
  toFetch: amountSchema,
  toSend: amountSchema,
  /** The largest of those under way, by what has gone of it. */
  underWay: z
    .object({
      direction: z.enum(['fetching', 'sending']),
      /** As evidence calls it, of others' making. */
      name: z.string().nullable(),
      done: z.number().int(),
      size: z.number().int(),
    })
    .nullable(),
  /** Files that did not get through; the first of them. */
  problems: z.array(fileProblemSchema),
  problemsInAll: z.number().int(),
});
export type SyncFiles = z.infer<typeof syncFilesSchema>;

export const syncFilesContract = {
  files: endpoint({
    method: 'GET',
    path: '/api/sync/files',
    summary: 'Files of evidence here, to be fetched and to be sent, and when they are fetched',
    permission: 'session',
    response: syncFilesSchema,
  }),
  setFiles: endpoint({
    method: 'PATCH',
    path: '/api/sync/files',
    summary: 'Choose when files of evidence are fetched to this workstation',
    // Whoever is no administrator: on a workstation of their own (`sync.rules.ts`).
    permission: 'workstation.manage',
    body: filePolicySchema,
    response: syncFilesSchema,
  }),
};

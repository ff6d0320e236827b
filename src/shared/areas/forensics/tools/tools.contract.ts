/** The six families of forensic tools: what is built in and passed its self-test, what the machine adds. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { FAMILY_IDS, FAMILY_STATES } from './families.ts';

const readerSchema = z.object({
  id: z.string(),
  label: z.string(),
  version: z.string(),
  /** Of its self-test; null while it runs, and where it has none. */
  isPassed: z.boolean().nullable(),
  /** What differed from what was put in; null where nothing did. */
  problem: z.string().nullable(),
});

const programSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** What it adds to the family. */
  adds: z.string(),
  install: z.string(),
  /** Both null where it was not found. */
  version: z.string().nullable(),
  path: z.string().nullable(),
  /** What an administrator chose; null: it is looked for on PATH. */
  chosenPath: z.string().nullable(),
  /** Why it was not found; null where it was, and while it is looked for. */
  problem: z.string().nullable(),
});
export type ToolProgram = z.infer<typeof programSchema>;

const familySchema = z.object({
  id: z.enum(FAMILY_IDS),
  state: z.enum(FAMILY_STATES),
  readers: z.array(readerSchema),
  programs: z.array(programSchema),
});
export type ToolFamilyState = z.infer<typeof familySchema>;

export const toolsSchema = z.object({
  check: z.object({
    state: z.enum(['running', 'done', 'failed']),
    at: isoTimeSchema.nullable(),
    ms: z.int().nullable(),
    /** Why it could not be done. */
    problem: z.string().nullable(),
  }),
  /** Whether programs of the machine start without a network here; null until the first check is done. */
  programsHaveNoNetwork: z.boolean().nullable(),
  families: z.array(familySchema),
});
export type ToolsState = z.infer<typeof toolsSchema>;

export const toolsContract = {
  state: endpoint({
    method: 'GET',
    path: '/api/forensics/tools',
    summary: 'The forensic tools; the first call begins their self-tests',
    permission: 'forensics.read',
    response: toolsSchema,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/forensics/tools/check',
    summary: 'Run the self-tests again and look for the programs of this machine again',
    permission: 'forensics.write',
    response: toolsSchema,
  }),
  setPath: endpoint({
    method: 'PUT',
    path: '/api/forensics/tools/{program}/path',
    summary: 'Say where a program of this machine is; null: it is looked for on PATH',
    permission: 'workspace.manage',
    params: z.object({ program: z.string().max(40) }),
    body: z.object({
      path: z
        .string({ error: 'A path is required' })
        .trim()
        .min(1, 'A path is required')
        .max(1_000, 'Path must be at most 1,000 characters')
        .nullable(),
    }),
    response: toolsSchema,
  }),
};

/** The chain of custody and its verification. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { jobSchema } from '../../contract/jobs.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { CUSTODY_ACTIONS } from './custody.rules.ts';

export const custodyEntrySchema = z.object({
  position: z.number().int(),
  action: z.enum(CUSTODY_ACTIONS),
  actor: z.string().nullable(),
  actorName: z.string(),
  at: z.string(),
  sha256: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  mac: z.string(),
});
export type CustodyEntryView = z.infer<typeof custodyEntrySchema>;

const custodyProblemSchema = z.object({
  kind: z.enum([
    'changed',
    'removed',
    'moved',
    'cut',
    'unanchored',
    'elsewhere',
    'no-key',
    'added',
    'record',
    'file-missing',
    'file-damaged',
  ]),
  position: z.number().int().nullable(),
  text: z.string(),
});

/** `isIntact` is null while a job checks a large file (`job`). */
export const verificationSchema = z.object({
  isIntact: z.boolean().nullable(),
  entries: z.number().int(),
  fileChecked: z.boolean(),
  bytes: z.number().int(),
  at: z.string(),
  problems: z.array(custodyProblemSchema),
  job: jobSchema.nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** A part of `evidenceContract`. */
export const custodyContract = {
  custody: endpoint({
    method: 'GET',
    path: '/api/evidence/{id}/custody',
    summary: 'The chain of custody, oldest first',
    permission: 'evidence.read',
    params: idParamSchema,
    response: z.array(custodyEntrySchema),
  }),
  verifyCustody: endpoint({
    method: 'POST',
    path: '/api/evidence/{id}/custody/verify',
    summary: 'Check chain and file; a large file as a job, whose result GET …/verification gives',
    permission: 'evidence.read',
    params: idParamSchema,
    response: verificationSchema,
  }),
  verification: endpoint({
    method: 'GET',
    path: '/api/evidence/{id}/custody/verification',
    summary: 'The last verification since Watchfloor was started',
    permission: 'evidence.read',
    params: idParamSchema,
    response: verificationSchema.nullable(),
  }),
};

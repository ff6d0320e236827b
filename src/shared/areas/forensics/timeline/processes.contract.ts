/** Process trees and logon graphs, made by a job from the events of the store; kept on this workstation. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { pageQuerySchema } from '../../../kernel/paging.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';

const momentSchema = z.object({ ms: z.number(), nanos: z.int() });

const entrySchema = z.object({
  host: z.string(),
  pid: z.number().nullable(),
  guid: z.string().nullable(),
  image: z.string().nullable(),
  commandLine: z.string().nullable(),
  user: z.string().nullable(),
  started: momentSchema.nullable(),
  ended: momentSchema.nullable(),
  exit: z.string().nullable(),
  by: z.enum(['guid', 'number']).nullable(),
  note: z.enum(['parent-unseen', 'number-reused', 'contradiction']).nullable(),
  isSeen: z.boolean(),
  eventId: z.number().nullable(),
  endEventId: z.number().nullable(),
  sourceId: z.string().nullable(),
});
/** What a row of the tree keeps beside its place. */
export const processFactsSchema = entrySchema;

export const processNodeSchema = entrySchema.extend({
  node: z.int(),
  parent: z.int().nullable(),
  below: z.int(),
  children: z.int(),
  depth: z.int(),
});
export type ProcessRow = z.infer<typeof processNodeSchema>;

export const processSummarySchema = z.object({
  events: z.int(),
  processes: z.int(),
  unseen: z.int(),
  roots: z.int(),
  hosts: z.int(),
  loneEnds: z.int(),
  reused: z.int(),
  contradictions: z.int(),
  leftOut: z.int(),
});

const logonRowSchema = z.object({
  account: z.string(),
  source: z.string(),
  target: z.string(),
  logonType: z.string(),
  successes: z.int(),
  failures: z.int(),
  logoffs: z.int(),
  privileged: z.int(),
  first: momentSchema.nullable(),
  last: momentSchema.nullable(),
  isSystem: z.boolean(),
  eventId: z.number(),
});
export const logonGraphSchema = z.object({
  rows: z.array(logonRowSchema),
  summary: z.object({
    events: z.int(),
    accounts: z.int(),
    sources: z.int(),
    targets: z.int(),
    failures: z.int(),
    leftOut: z.int(),
  }),
});

/** `isStale`: the store or a clock changed since. */
const made = { madeAt: isoTimeSchema, isStale: z.boolean() };

export const processesContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/processes',
    summary: 'What the process tree of an investigation holds; null before it was made',
    permission: 'forensics.read',
    params: idParamSchema,
    response: z.object({ ...made, summary: processSummarySchema }).nullable(),
  }),
  nodes: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/processes/nodes',
    summary: 'Processes under one, at the top, or that hold a text; in the order of the tree',
    permission: 'forensics.read',
    params: idParamSchema,
    query: pageQuerySchema.extend({
      /** Its children; left out: those at the top. */
      parent: z.coerce.number().int().min(0).optional(),
      /** In image, command line, user, host or number; then `parent` is not looked at. */
      q: z.string().max(200).optional(),
    }),
    response: z.array(processNodeSchema.extend({ path: z.array(z.string()) })),
    list: true,
  }),
  analyze: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/processes',
    summary: 'Make the process tree from the events of the store',
    permission: 'forensics.read',
    params: idParamSchema,
    response: z.object({ ...made, summary: processSummarySchema }),
  }),
};

export const logonsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/logons',
    summary: 'Who logged on from where to where; null before it was made',
    permission: 'forensics.read',
    params: idParamSchema,
    response: logonGraphSchema.extend(made).nullable(),
  }),
  analyze: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/logons',
    summary: 'Count the logons in the events of the store',
    permission: 'forensics.read',
    params: idParamSchema,
    response: logonGraphSchema.extend(made),
  }),
};

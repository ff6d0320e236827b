import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

export const aboutSchema = z.object({
  version: z.string(),
  schema: z.number().int(),
  /** How this core is reached: by the window of the desktop, or by browsers of this machine. */
  host: z.enum(['desktop', 'browser']),
  /** What it runs on: Node, SQLite, the operating system. */
  runtime: z.array(z.object({ name: z.string(), version: z.string() })),
  formats: z.array(z.object({ name: z.string(), use: z.enum(['read', 'written', 'both']) })),
});
export type About = z.infer<typeof aboutSchema>;

export const licenceSchema = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  /** Its texts, as they came with it. */
  texts: z.array(z.string()),
});
export type Licence = z.infer<typeof licenceSchema>;

/** Written by the build (scripts/support/licences.ts); a text that several share stands once. */
export const licenceFileSchema = z.object({
  packages: z.array(licenceSchema.omit({ texts: true }).extend({ texts: z.array(z.number()) })),
  texts: z.array(z.string()),
});
export type LicenceFile = z.infer<typeof licenceFileSchema>;

/** What is connected to this workspace, and what is not: counted, not claimed. */
export const connectionsSchema = z.object({
  ai: z.object({ model: z.string().nullable() }),
  sync: z.object({
    server: z.string().nullable(),
    lastSyncAt: z.string().nullable(),
    /** Changes recorded here that no other workstation has seen. */
    waitingChanges: z.number().int(),
  }),
  integrations: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      vendor: z.string().nullable(),
      status: z.string(),
    }),
  ),
});
export type Connections = z.infer<typeof connectionsSchema>;

const milliseconds = z.number().nonnegative();

/** How fast this core answers: measured where it answers, since it was started. */
export const performanceSchema = z.object({
  startedAt: z.string(),
  /** Resident memory of the core, MiB: now, and the most so far. */
  memory: z.object({ now: z.number(), peak: z.number() }),
  /** What the event loop made others wait. */
  loopDelay: z.object({ p50: milliseconds, p99: milliseconds, longest: milliseconds }),
  /** By call, slowest p95 first; percentiles of the last 512. */
  calls: z.array(
    z.object({
      /** Method and path. */
      name: z.string(),
      summary: z.string(),
      count: z.number().int(),
      p50: milliseconds,
      p95: milliseconds,
      longest: milliseconds,
    }),
  ),
});
export type Performance = z.infer<typeof performanceSchema>;

export const aboutContract = {
  about: endpoint({
    method: 'GET',
    path: '/api/about',
    summary: 'Version, host and data formats',
    permission: 'session',
    response: aboutSchema,
  }),
  licences: endpoint({
    method: 'GET',
    path: '/api/about/licences',
    summary: 'Everything that is bundled, with its licence',
    permission: 'session',
    response: z.array(licenceSchema),
  }),
  performance: endpoint({
    method: 'GET',
    path: '/api/about/performance',
    summary: 'How fast this core answers',
    permission: 'session',
    response: performanceSchema,
  }),
  connections: endpoint({
    method: 'GET',
    path: '/api/about/connections',
    summary: 'What this workspace is connected to',
    permission: 'session',
    response: connectionsSchema,
  }),
};

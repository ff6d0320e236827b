import { z } from 'zod';
import { idParamSchema } from '../kernel/ids.ts';
import { endpoint } from './define.ts';

export const JOB_STATES = [
  'QUEUED',
  'RUNNING',
  'DONE',
  'FAILED',
  'CANCELLED',
  'INTERRUPTED',
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Work that takes time. `done` and `total` count in `unit`; `total` is null when it can't be known. */
export const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  done: z.number(),
  total: z.number().nullable(),
  unit: z.string(),
  message: z.string().nullable(),
  startedBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Job = z.infer<typeof jobSchema>;

/** Derived work that Watchfloor does by itself after every change: nobody began it, nobody waits for it. */
const BACKGROUND_KINDS: ReadonlySet<string> = new Set([
  'build-groups',
  'incident-link',
  'engine-score',
  'receive',
  'integration-run',
]);
/** Background work that takes longer is worth a look. */
const QUIET_MS = 10_000;

/**
 * Background work that nobody is told of: it has not failed, and takes no longer than ten seconds or was
 * ended, to go on by itself later.
 * @param now Of whoever looks, ms; a running job is at least as old as its last report says.
 */
export function isQuiet(
  job: Pick<Job, 'kind' | 'state' | 'createdAt' | 'updatedAt' | 'finishedAt'>,
  now: number,
): boolean {
  if (!BACKGROUND_KINDS.has(job.kind) || job.state === 'FAILED') return false;
  if (job.state === 'CANCELLED') return true;
  const end =
    job.finishedAt === null ? Math.max(now, Date.parse(job.updatedAt)) : Date.parse(job.finishedAt);
  return end - Date.parse(job.createdAt) <= QUIET_MS;
}

/** The screen that shows what a job made, by its kind; the others have nothing to show. */
const RESULT_LINKS: Readonly<Record<string, (jobId: string) => string>> = {
  import: (jobId) => `/alerts?import=${jobId}`,
  'alerts-bulk': () => '/alerts?actions=open',
  'desk-run': () => '/alerts?actions=open',
};

export function jobResultLink({ kind, id }: Pick<Job, 'kind' | 'id'>): string | null {
  return RESULT_LINKS[kind]?.(id) ?? null;
}

export const jobsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/jobs',
    summary: 'Running and recent jobs, newest first',
    permission: 'jobs.read',
    response: z.array(jobSchema),
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/jobs/{id}',
    summary: 'One job',
    permission: 'jobs.read',
    params: idParamSchema,
    response: jobSchema,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/jobs/{id}/cancel',
    summary: 'Ask a running job to stop; what it committed stays',
    permission: 'jobs.cancel',
    params: idParamSchema,
    response: jobSchema,
  }),
};

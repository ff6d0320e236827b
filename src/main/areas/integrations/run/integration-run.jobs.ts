/** A run of an integration in a thread of the pool: it may take minutes, and reads what strangers write. */
import { z } from 'zod';
import type { JobContext, JobKind } from '../../../jobs/job.ts';
import { createKeySeal } from '../../../platform/key-seal.ts';
import type { Catalogue } from '../catalogue.ts';
import { closeRun } from './end-run.ts';
import { type FetchedWriters, runIntegration } from './run-integration.ts';
import { RUN_LIMITS } from './run-limits.ts';

const inputSchema = z.object({
  integrationId: z.string(),
  runId: z.string(),
  name: z.string(),
  /** Of the core's clock. */
  now: z.number(),
});
export type RunInput = z.infer<typeof inputSchema>;

export interface RunJobDeps {
  readonly catalogue: Catalogue;
  readonly writersOf: (context: JobContext, now: () => number) => Promise<FetchedWriters>;
}

export interface RunResult {
  readonly state: string;
}

export function createIntegrationRunJob({ catalogue, writersOf }: RunJobDeps): JobKind {
  return async (rawInput, context): Promise<RunResult> => {
    const input = inputSchema.parse(rawInput);
    const { integrationId, runId, name } = input;
    const beganAt = performance.now();
    const now = () => Math.round(input.now + performance.now() - beganAt);
    const outcome = await runIntegration(input, {
      ...{ db: context.db, catalogue, limits: RUN_LIMITS, signal: context.signal, now },
      seal: createKeySeal(context.storage.key, 'integration'),
      egress: context.egress,
      writers: await writersOf(context, now),
      isSomebodyAtWork: context.isSomebodyAtWork,
      kept({ read }) {
        context.relieveLog();
        context.report({ done: read, total: null, message: null });
      },
    });
    closeRun(context.db, { integrationId, runId, name, at: now(), random: Math.random }, outcome);
    if (outcome.failure?.thrown) throw outcome.failure.thrown;
    return { state: outcome.state };
  };
}

/** Reads a file beside the core: the stage reads and parses, the job hands it over. */
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { StageFunction } from '../../jobs/stage.ts';
import { type PolicyDraft, readPolicyFile } from './policy-import.read.ts';

const inputSchema = z.object({ fileName: z.string() });
export type PolicyFileInput = z.infer<typeof inputSchema>;

export const readPolicyFileStage: StageFunction = async (rawInput, source, send) => {
  const { fileName } = inputSchema.parse(rawInput);
  await send({ value: await readPolicyFile(source, fileName), transfer: [] });
};

/** @returns the PolicyDraft; nothing is written. */
export async function policyFileJob(rawInput: unknown, context: JobContext): Promise<PolicyDraft> {
  const input = inputSchema.parse(rawInput);
  for await (const draft of context.stage('read-policy-file', input)) return draft as PolicyDraft;
  throw new AppError('internal', 'The file was read, but nothing came of it.');
}

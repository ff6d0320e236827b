/** Reads a file of frameworks beside the core: the stage reads and parses, the job hands it over. */
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { StageFunction } from '../../jobs/stage.ts';
import type { FileDraft } from './framework-import.draft.ts';
import { readFrameworkFile } from './framework-import.read.ts';
import { createPackLibrary } from './packs.ts';

const inputSchema = z.object({
  fileName: z.string(),
  columns: z.record(z.string(), z.string()).nullable(),
  supplied: z.array(z.object({ fileName: z.string(), document: z.unknown() })),
  packFolder: z.string(),
});
export type FrameworkFileInput = z.infer<typeof inputSchema>;

export const readFrameworkFileStage: StageFunction = async (rawInput, source, send) => {
  const { fileName, columns, supplied, packFolder } = inputSchema.parse(rawInput);
  const draft = await readFrameworkFile(source, {
    fileName,
    ...(columns === null ? {} : { columns }),
    supplied,
    packs: createPackLibrary(packFolder).list,
  });
  await send({ value: draft, transfer: [] });
};

/** @returns the FileDraft; nothing is written. */
export async function frameworkFileJob(rawInput: unknown, context: JobContext): Promise<FileDraft> {
  const input = inputSchema.parse(rawInput);
  for await (const draft of context.stage('read-framework-file', input)) return draft as FileDraft;
  throw new AppError('internal', 'The file was read, but nothing came of it.');
}

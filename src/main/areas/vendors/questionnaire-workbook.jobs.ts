/** Reads a returned workbook beside the core: the stage takes it apart, the job hands it over. */
import { WORKBOOK_MAX_BYTES } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { StageFunction } from '../../jobs/stage.ts';
import { type ReturnedWorkbook, readQuestionnaire } from './questionnaire-workbook.ts';

export interface ReadFile {
  readonly sha256: string;
  readonly workbook: ReturnedWorkbook;
}

export const readQuestionnaireStage: StageFunction = async (_, source, send) => {
  const { createHash } = await import('node:crypto');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > WORKBOOK_MAX_BYTES)
      throw new AppError('too-large', 'This file is over 10 MB: a questionnaire is far smaller.');
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await send({ value: { sha256, workbook: await readQuestionnaire(bytes) }, transfer: [] });
};

/** @returns a ReadFile; nothing is written. */
export async function readQuestionnaireJob(_: unknown, context: JobContext): Promise<ReadFile> {
  for await (const read of context.stage('read-questionnaire', {})) return read as ReadFile;
  throw new AppError('internal', 'The file was read, but nothing came of it.');
}

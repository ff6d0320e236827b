import type { JobFunction } from '../../jobs/job.ts';
import { type DrawInput, drawSample, verifyDraw } from './draw.ts';

/** Freezes a population of up to millions of rows: too long for the thread that answers calls. */
export const drawSampleJob: JobFunction = async (input, { db, newId, startedBy }) =>
  drawSample({ db, newId, actor: startedBy }, input as DrawInput);

export const verifySampleJob: JobFunction = async (input, { db }) =>
  verifyDraw(db, (input as { sampleId: string }).sampleId);

/** A timeline's file, made beside the core. */
import { z } from 'zod';
import { TIMELINE_FORMATS } from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import type { AttackSource } from '../../../db/attack-reader.ts';
import type { JobContext, JobFunction } from '../../../jobs/job.ts';
import { readTimeline } from './read-timeline.ts';
import { exportTimeline } from './timeline-export.ts';

const inputSchema = z.object({ id: z.string(), format: z.enum(TIMELINE_FORMATS) });
export type TimelineExportInput = z.infer<typeof inputSchema>;

/** The job gives the file's bytes. */
export const createTimelineExportJob =
  (attackOf: () => AttackSource): JobFunction =>
  async (rawInput: unknown, { db }: JobContext): Promise<Uint8Array> => {
    const { id, format } = inputSchema.parse(rawInput);
    const timeline = db.snapshot('forensics.timeline', (reader) =>
      readTimeline(reader, id, attackOf().of(reader)),
    );
    return exportTimeline(timeline, format);
  };

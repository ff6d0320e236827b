/** Records of this workstation that the server does not take, and why. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

/** too-large: beyond what one record may have. not-permitted: what the server says no to. */
const REFUSAL_REASONS = ['too-large', 'not-permitted'] as const;

const refusedRecordSchema = z.object({
  table: z.string(),
  record: z.string(),
  /** Name of the record, of others' making; null where it has none or is no longer here. */
  title: z.string().nullable(),
  /** A path of the page that shows the record. */
  link: z.string().nullable(),
  reason: z.enum(REFUSAL_REASONS),
  /** Bytes as they would be sent, and the field that has most of them. */
  bytes: z.number().int(),
  largestField: z.string().nullable(),
});
export type RefusedRecord = z.infer<typeof refusedRecordSchema>;

export const refusedContract = {
  refused: endpoint({
    method: 'GET',
    path: '/api/sync/refused',
    summary: 'Records that the server does not take from this workstation, and why',
    permission: 'session',
    response: z.object({
      records: z.array(refusedRecordSchema),
      total: z.number().int(),
      /** What one record may have. */
      mostBytes: z.number().int(),
    }),
  }),
  retryRefused: endpoint({
    method: 'POST',
    path: '/api/sync/refused/retry',
    summary: 'Send the records once more that the server did not take',
    permission: 'workstation.manage',
    response: 'none',
    status: 204,
  }),
};

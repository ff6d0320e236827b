/** Records of this workstation that the server does not take, and why. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

/** What the server says of a row that it does not take (`refusedFor` in 0011 and 0014). */
const SERVER_REASONS = [
  /** It is of an investigation that is restricted to others. */
  'restricted',
  /** It bears a version that another workstation made, or whose data were copied. */
  'another-workstation',
  /** Role, address and deactivation of an account; settings, integrations, automation. */
  'administrators-only',
  /** An investigation would be restricted without anybody of this workstation. */
  'leaves-out-oneself',
  /** By the role that the workspace's list gives whoever works here: analysts and administrators may. */
  'analysts-only',
  /** Compliance officers and administrators. */
  'officers-only',
  /** Everybody but auditors. */
  'auditors-read',
  /** The server is older and gives no reason, or newer and gives one that is not known here. */
  'not-permitted',
] as const;
export const refusalByServerSchema = z.enum(SERVER_REASONS).catch('not-permitted');

const refusedRecordSchema = z.object({
  table: z.string(),
  record: z.string(),
  /** Name of the record, of others' making; null where it has none or is no longer here. */
  title: z.string().nullable(),
  /** A path of the page that shows the record. */
  link: z.string().nullable(),
  /** too-large: beyond what one record may have; it was not sent. */
  reason: z.enum(['too-large', ...SERVER_REASONS]),
  /** Bytes as they would be sent, and the field that has most of them. */
  bytes: z.number().int(),
  largestField: z.string().nullable(),
});
export type RefusedRecord = z.infer<typeof refusedRecordSchema>;

const refusedSchema = z.object({
  records: z.array(refusedRecordSchema),
  total: z.number().int(),
  /** What one record may have. */
  mostBytes: z.number().int(),
  /** Names of administrators of the workspace, whom to ask; some of them. */
  administrators: z.array(z.string()),
});
export type RefusedAnswer = z.infer<typeof refusedSchema>;

export const refusedContract = {
  refused: endpoint({
    method: 'GET',
    path: '/api/sync/refused',
    summary: 'Records that the server does not take from this workstation, and why',
    permission: 'session',
    response: refusedSchema,
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

/** Clocks of the sources of an investigation. Recorded times are never changed; offsets are added at reading. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import {
  ALIGNMENT_CONFIDENCES,
  ALIGNMENT_METHODS,
  isOffsetInBounds,
  MOST_OFFSET_DAYS,
} from './alignment.ts';

const NOTE_MAX = 1_000;

export const alignmentSchema = z.object({
  /** Aligned = recorded + offset; `offsetNanos` 0 to 999,999 on top of whole ms. */
  offsetMs: z.int(),
  offsetNanos: z.int(),
  method: z.enum(ALIGNMENT_METHODS),
  confidence: z.enum(ALIGNMENT_CONFIDENCES),
  note: z.string().nullable(),
  setBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  setAt: isoTimeSchema,
});
export type Alignment = z.infer<typeof alignmentSchema>;

/** A source with its clock: those of the store here, and those that only promoted events know. */
export const clockSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null where the event store of this workstation does not hold it. */
  events: z.int().nullable(),
  /** As recorded. */
  firstAt: isoTimeSchema.nullable(),
  lastAt: isoTimeSchema.nullable(),
  alignment: alignmentSchema.nullable(),
});
export type ClockSource = z.infer<typeof clockSourceSchema>;

const setSchema = z
  .object({
    offsetMs: z.int(),
    offsetNanos: z.int().min(0).max(999_999).default(0),
    method: z.enum(ALIGNMENT_METHODS, {
      error: `Method must be one of ${ALIGNMENT_METHODS.join(', ')}`,
    }),
    confidence: z
      .enum(ALIGNMENT_CONFIDENCES, {
        error: `Confidence must be one of ${ALIGNMENT_CONFIDENCES.join(', ')}`,
      })
      .default('low'),
    note: z
      .string()
      .trim()
      .max(NOTE_MAX, `Note must be at most ${NOTE_MAX} characters`)
      .transform((text) => (text === '' ? null : text))
      .nullable()
      .default(null),
  })
  .refine(({ offsetMs, offsetNanos }) => isOffsetInBounds({ ms: offsetMs, nanos: offsetNanos }), {
    error: `Offset must be at most ${MOST_OFFSET_DAYS.toLocaleString('en')} days`,
    path: ['offsetMs'],
  })
  .refine(
    ({ method, offsetMs, offsetNanos }) =>
      method !== 'none' || (offsetMs === 0 && offsetNanos === 0),
    { error: 'A source that is not aligned has no offset', path: ['offsetMs'] },
  );
export type AlignmentChange = z.output<typeof setSchema>;

export const alignmentsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/clocks',
    summary: 'Sources of an investigation with the alignment of their clocks',
    permission: 'forensics.read',
    params: idParamSchema,
    response: z.array(clockSourceSchema),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/forensics/investigations/{id}/clocks/{source}',
    summary: 'Align the clock of a source; recorded times stay as they are',
    permission: 'forensics.write',
    params: z.object({ id: z.string().min(1).max(100), source: z.string().min(1).max(200) }),
    body: setSchema,
    response: z.array(clockSourceSchema),
  }),
};

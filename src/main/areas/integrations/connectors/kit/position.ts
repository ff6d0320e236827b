import { z } from 'zod';
import { readCursor } from './cursor.ts';
import { MINUTE_MS } from './settings.ts';

/** A ledge in time: everything before `at` is read. Records at `at` and shortly before are in `seen`. */
export const positionSchema = z.object({
  /** ms since 1970, inclusive. */
  at: z.number(),
  /** More pages were left when it was written: the next call goes on at `at`, without stepping back. */
  isMid: z.boolean(),
  seen: z.string().max(2_600),
});
export type Position = z.infer<typeof positionSchema>;

export function positionOf(cursor: string | null, beginMs: number): Position {
  return readCursor(positionSchema, cursor) ?? { at: beginMs, isMid: true, seen: '' };
}

/** Where a call begins to read: a new run steps back for records that came late. */
export function fromOf(position: Position, lateMinutes: number): number {
  return position.isMid ? position.at : position.at - lateMinutes * MINUTE_MS;
}

/**
 * Where the next call goes on. A record dated in the future must not carry the position there: what is
 * written until then would be passed over.
 */
export function nextPosition(input: {
  readonly before: Position;
  readonly latest: number | null;
  readonly isMid: boolean;
  readonly seen: string;
  readonly now: number;
}): Position {
  const { before, latest, isMid, seen, now } = input;
  const reached = latest ?? before.at;
  // A finished run that met nothing newer keeps its ledge; one that was cut is where it is.
  const at = isMid ? reached : Math.max(before.at, reached);
  return { at: isMid ? at : Math.min(at, Math.max(now, before.at)), isMid, seen };
}

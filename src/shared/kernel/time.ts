import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds, the only form of a time in JSON: `2026-11-20T16:00:00.000Z`. */
export const isoTimeSchema = z.iso.datetime({ error: 'Must be an ISO 8601 UTC time' });
export type IsoTime = string;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export function toIso(epochMs: number): IsoTime {
  return new Date(epochMs).toISOString();
}

import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds, the only form of a time in JSON: `2026-11-20T16:00:00.000Z`. */
export const isoTimeSchema = z.iso.datetime({ error: 'Must be an ISO 8601 UTC time' });
export type IsoTime = string;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The years 1970 to 9999, which are all that lists hold. */
const LAST_PLAIN_MS = 253_402_300_800_000;
const padded = (digits: number): readonly string[] =>
  Array.from({ length: 10 ** digits }, (_, value) => String(value).padStart(digits, '0'));
/** Numbers as they are written: making such text anew is most of the time. */
const TWO = padded(2);
const THREE = padded(3);

/**
 * As `Date.toISOString` writes it, in a third of its time: a long list has thousands of them. The day
 * is H. Hinnant's `civil_from_days`.
 */
export function toIso(epochMs: number): IsoTime {
  if (!(epochMs >= 0 && epochMs < LAST_PLAIN_MS)) return new Date(epochMs).toISOString();
  const ms = Math.floor(epochMs);
  const days = Math.floor(ms / DAY_MS);
  const rest = ms - days * DAY_MS;
  // Days since the first of March of the year 0, in eras of 400 years.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const full = year + era * 400 + (month <= 2 ? 1 : 0);
  const hour = Math.floor(rest / HOUR_MS);
  const minute = Math.floor((rest - hour * HOUR_MS) / MINUTE_MS);
  const second = Math.floor((rest % MINUTE_MS) / SECOND_MS);
  const century = Math.floor(full / 100);
  const date = `${TWO[century]}${TWO[full - 100 * century]}-${TWO[month]}-${TWO[day]}`;
  return `${date}T${TWO[hour]}:${TWO[minute]}:${TWO[second]}.${THREE[rest % SECOND_MS]}Z`;
}

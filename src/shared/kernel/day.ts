/**
 * Days without a time: `2026-11-20`. They are text from the form to the table and are compared and
 * counted as such, so that no time zone and no clock change can shift them.
 */
import { z } from 'zod';
import { DAY_MS } from './time.ts';

export type Day = string;

const DAY_OR_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** The day as it is written, also in front of a time; null where it is none (31 February). */
export function dayAsWritten(text: string): Day | null {
  const day = DAY_OR_TIME.exec(text.trim())?.[1];
  if (day === undefined) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return null;
  return new Date(at).toISOString().slice(0, 10) === day ? day : null;
}

/** A day, or a time whose day counts as it is written; empty is null. */
export const optionalDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .trim()
    .nullable()
    .transform((value, context): Day | null => {
      if (!value) return null;
      const day = dayAsWritten(value);
      if (day !== null) return day;
      context.addIssue({ code: 'custom', message: `${label} must be a date like 2026-11-20` });
      return z.NEVER;
    });

/** `days` later (or earlier, where negative). */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Months later; the last day of a shorter month where there is no such day (31 January → 28 February). */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** Days from `from` to `to`; negative where `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Months as a grid of weeks, in days without a time. */
import { addDays, addMonths, type Day } from '../../../shared/kernel/day.ts';

const DAYS_A_WEEK = 7;

/** `2026-11` */
export type Month = string;

export const monthOf = (day: Day): Month => day.slice(0, 7);
export const isMonth = (text: string | null): text is Month =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
const firstDay = (month: Month): Day => `${month}-01`;
export const lastDay = (month: Month): Day => addDays(addMonths(firstDay(month), 1), -1);
export const shiftMonth = (month: Month, by: number): Month =>
  monthOf(addMonths(firstDay(month), by));

/** Monday is 0. */
function weekday(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_A_WEEK;
}

/** The weeks that hold a month, Monday first, with the days of its neighbours that fill them. */
export function weeksOf(month: Month): Day[][] {
  const last = lastDay(month);
  const weeks: Day[][] = [];
  for (
    let monday = addDays(firstDay(month), -weekday(firstDay(month)));
    monday <= last;
    monday = addDays(monday, DAYS_A_WEEK)
  )
    weeks.push(Array.from({ length: DAYS_A_WEEK }, (_, index) => addDays(monday, index)));
  return weeks;
}

/** A day in words, in no time zone: `Friday, 20 November 2026`, as the platform writes it. */
export function dayText(day: Day, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

export function shortDayText(day: Day, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

export function monthText(month: Month, locale?: string): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${firstDay(month)}T00:00:00Z`));
}

/** The day of a moment on this machine's calendar. */
export function dayOfMoment(at: number): Day {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

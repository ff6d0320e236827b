/** Where audits stand on the calendar: pure, so that it can be tested. */
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';

export interface CalendarBar {
  readonly id: string;
  readonly title: string;
  readonly status: Audit['status'];
  /** 'YYYY-MM-DD', both included. */
  readonly from: string;
  readonly to: string;
}

export interface CalendarMonth {
  /** 'YYYY-MM' */
  readonly month: string;
  readonly label: string;
  /** Its place in the range, 0 to 1. */
  readonly at: number;
}

export interface Calendar {
  readonly bars: readonly CalendarBar[];
  readonly months: readonly CalendarMonth[];
  readonly from: string;
  readonly to: string;
  /** The place of a day in the range, 0 to 1; the end of the day with `isEnd`. */
  place(day: string, isEnd?: boolean): number;
}

const DAY_MS = 86_400_000;
const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function nextMonth(day: string): string {
  const date = new Date(firstOfMonth(day));
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}

/** Audits with a date, first begun first; null where none has one. Whole months around them and today. */
export function calendarOf(audits: readonly Audit[], today: string): Calendar | null {
  const bars = audits
    .flatMap(({ id, title, status, startDate, endDate, reportDate }): CalendarBar[] => {
      const from = startDate ?? endDate ?? reportDate;
      return from === null ? [] : [{ id, title, status, from, to: endDate ?? from }];
    })
    .sort((a, b) => a.from.localeCompare(b.from) || a.title.localeCompare(b.title));
  if (bars.length === 0) return null;
  const days = [...bars.flatMap(({ from, to }) => [from, to]), today].sort();
  const from = firstOfMonth(days[0] ?? today);
  const to = nextMonth(days.at(-1) ?? today);
  const span = Date.parse(to) - Date.parse(from);
  const place = (day: string, isEnd = false) =>
    (Date.parse(day) + (isEnd ? DAY_MS : 0) - Date.parse(from)) / span;
  const months: CalendarMonth[] = [];
  for (let month = from; month < to; month = nextMonth(month)) {
    const name = MONTH_NAMES[Number(month.slice(5, 7)) - 1] ?? '';
    const isFirst = months.length === 0 || month.slice(5, 7) === '01';
    months.push({
      month: month.slice(0, 7),
      label: isFirst ? `${name} ${month.slice(0, 4)}` : name,
      at: place(month),
    });
  }
  return { bars, months, from, to, place };
}

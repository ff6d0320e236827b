import {
  CALENDAR_GROUPS,
  type CalendarGroup,
} from '../../../shared/areas/calendar/calendar.rules.ts';
import { type Day, dayAsWritten } from '../../../shared/kernel/day.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { isMonth, type Month, monthOf } from './calendar.month.ts';

export interface CalendarAddress {
  readonly month: Month;
  /** The day whose list is shown. */
  readonly day: Day;
  readonly group: CalendarGroup | 'all';
  readonly isMine: boolean;
  /** What the list shows: one day, what is overdue, or the next 30 days. */
  readonly list: 'day' | 'overdue' | 'soon';
  set(changes: Readonly<Record<string, string | null>>): void;
}

const LISTS = ['overdue', 'soon'] as const;

/** What the address holds of the calendar; today where it says nothing. */
export function useCalendarAddress(today: Day): CalendarAddress {
  const [params, setParams] = useAddressParams();
  const chosen = params.get('day');
  const named = chosen === null ? null : dayAsWritten(chosen);
  const month = params.get('month');
  const shown = isMonth(month) ? month : monthOf(named ?? today);
  return {
    month: shown,
    day: named ?? (monthOf(today) === shown ? today : `${shown}-01`),
    group: CALENDAR_GROUPS.find((group) => group === params.get('group')) ?? 'all',
    isMine: params.get('mine') === '1',
    list: LISTS.find((list) => list === params.get('view')) ?? 'day',
    set: (changes) =>
      setParams((now) => {
        const next = new URLSearchParams(now);
        for (const [key, value] of Object.entries(changes)) {
          if (value === null) next.delete(key);
          else next.set(key, value);
        }
        return next;
      }),
  };
}

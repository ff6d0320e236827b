import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { CalendarCount } from '../../../shared/areas/calendar/calendar.contract.ts';
import {
  CALENDAR_GROUPS,
  CALENDAR_WORDS,
  type CalendarGroup,
} from '../../../shared/areas/calendar/calendar.rules.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import { cx } from '../../ui/cx.ts';
import { dayText, type Month, monthOf, monthText, weeksOf } from './calendar.month.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

interface CalendarGridProps {
  month: Month;
  today: Day;
  chosen: Day | null;
  counts: readonly CalendarCount[];
  onChoose: (day: Day) => void;
}

/** A month of days with how much is due on each; arrow keys go from day to day. */
export function CalendarGrid({ month, today, chosen, counts, onChoose }: CalendarGridProps) {
  const table = useRef<HTMLTableElement>(null);
  /** Where the focus goes once its month is drawn. */
  const wanted = useRef<Day | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const day = table.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`);
    if (!day) return;
    wanted.current = null;
    day.focus();
  });
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const stop = chosen !== null && monthOf(chosen) === month ? chosen : `${month}-01`;
  const move = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset.day;
    const step = STEPS[event.key];
    if (from === undefined || step === undefined) return;
    event.preventDefault();
    const next = addDays(from, step);
    onChoose(next);
    wanted.current = next;
  };
  return (
    <table
      ref={table}
      aria-label={monthText(month)}
      className="w-full table-fixed border-separate border-spacing-1"
      onKeyDown={move}
    >
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="pb-1 text-left text-xs font-medium text-fg-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="h-24 p-0 align-top">
                <DayButton
                  {...{ day, today, counts: byDay.get(day) ?? [] }}
                  isOther={monthOf(day) !== month}
                  isChosen={day === chosen}
                  isStop={day === stop}
                  onChoose={() => onChoose(day)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayButtonProps {
  day: Day;
  today: Day;
  counts: readonly CalendarCount[];
  isOther: boolean;
  isChosen: boolean;
  /** The one that Tab reaches. */
  isStop: boolean;
  onChoose: () => void;
}

function DayButton({ day, today, counts, isOther, isChosen, isStop, onChoose }: DayButtonProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const isLate = total > 0 && day < today;
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={day === today ? 'date' : undefined}
      onClick={onChoose}
      className={cx(
        'flex size-full min-w-0 flex-col gap-1 rounded-md border p-1.5 text-left hover:border-line-strong',
        isChosen ? 'border-accent-text bg-accent-soft' : 'border-line bg-surface',
        isOther && 'bg-canvas',
      )}
    >
      <span className="sr-only">
        {dayText(day)}: {total === 0 ? 'nothing' : total.toLocaleString()}{' '}
        {isLate ? 'overdue' : 'due'}
      </span>
      <span
        aria-hidden
        className={cx(
          'text-xs tabular-nums',
          day === today
            ? 'font-semibold text-accent-text'
            : isOther
              ? 'text-fg-faint'
              : 'text-fg-muted',
        )}
      >
        {Number(day.slice(8))}
        {day === today && ' · Today'}
      </span>
      <ul aria-hidden className="flex min-w-0 flex-col gap-0.5">
        {byGroup(counts).map(({ group, count }) => (
          <li
            key={group}
            className={cx(
              'truncate rounded-sm px-1 text-xs',
              isLate ? 'bg-bad-soft text-bad' : 'bg-raised text-fg',
            )}
          >
            {group} <span className="tabular-nums">{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </button>
  );
}

function byGroup(counts: readonly CalendarCount[]): { group: CalendarGroup; count: number }[] {
  return CALENDAR_GROUPS.map((group) => ({
    group,
    count: counts
      .filter(({ kind }) => CALENDAR_WORDS[kind].group === group)
      .reduce((sum, { count }) => sum + count, 0),
  })).filter(({ count }) => count > 0);
}

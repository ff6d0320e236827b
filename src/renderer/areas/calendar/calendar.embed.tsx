import { CalendarDays, CalendarX } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

/** The way to the calendar, for the dashboard. */
export function CalendarLink() {
  return (
    <Link to="/calendar" className={cx(buttonStyles(), 'hover:bg-raised')}>
      <CalendarDays aria-hidden />
      Calendar
    </Link>
  );
}

/** What can be looked up in the calendar from anywhere. */
export function useCalendarCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'calendar.open',
        title: 'Open calendar',
        words: 'due dates deadlines reviews month',
        kind: 'action',
        icon: CalendarDays,
        needs: 'dashboard.read',
        run: () => navigate('/calendar'),
      },
      {
        id: 'calendar.overdue',
        title: 'Show what is overdue',
        words: 'late due dates deadlines calendar',
        kind: 'action',
        icon: CalendarX,
        needs: 'dashboard.read',
        run: () => navigate('/calendar?view=overdue'),
      },
    ],
    [navigate],
  );
}

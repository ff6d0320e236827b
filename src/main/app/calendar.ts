import { calendarRoutes } from '../areas/calendar/calendar.routes.ts';
import { createCalendarService } from '../areas/calendar/calendar.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireCalendar({ db, clock }: CoreDeps): WiredArea {
  return {
    routes: calendarRoutes(createCalendarService({ db, clock })),
    start: () => () => undefined,
  };
}

import { calendarContract } from '../../../shared/areas/calendar/calendar.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { CalendarService } from './calendar.service.ts';

export function calendarRoutes(calendar: CalendarService): Route[] {
  return [
    route(calendarContract.items, ({ query, session }) => {
      const found = calendar.items(query, session.user);
      return page(found.items, found.total, found.nextCursor);
    }),
    route(calendarContract.counts, ({ query, session }) => calendar.counts(query, session.user)),
    route(
      calendarContract.file,
      async ({ query, session }) =>
        new Response(await calendar.file(query, session.user), {
          headers: {
            'Content-Type': 'text/calendar; charset=utf-8',
            'Content-Disposition': 'attachment; filename="watchfloor-calendar.ics"',
          },
        }),
    ),
  ];
}

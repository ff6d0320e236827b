import { notificationsContract } from '../../../shared/areas/notifications/notifications.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { NotificationService } from './notifications.service.ts';

export function notificationRoutes(service: NotificationService): Route[] {
  return [
    route(notificationsContract.list, ({ query, session }) => {
      const { notifications, total, nextCursor } = service.list(query, session.user.id);
      return page(notifications, total, nextCursor);
    }),
    route(notificationsContract.update, ({ params, body, session }) =>
      service.setRead(params.id, body.read, session.user.id),
    ),
    route(notificationsContract.readAll, ({ body, session }) =>
      service.readAll(body, session.user.id),
    ),
  ];
}

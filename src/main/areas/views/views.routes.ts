import { viewsContract } from '../../../shared/areas/views/views.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { ViewService } from './views.service.ts';

export function viewRoutes(views: ViewService): Route[] {
  return [
    route(viewsContract.list, ({ session }) => views.list(session.user.id)),
    route(viewsContract.exportAll, ({ session }) => {
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="watchfloor-views.json"',
      };
      return new Response(views.exportAll(session.user.id), { headers });
    }),
    route(viewsContract.importAll, ({ body, session }) => views.importAll(body, session.user.id)),
    route(viewsContract.setDefault, ({ body, session }) => {
      views.setDefault(body.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(viewsContract.create, ({ body, session }) => views.create(body, session.user.id)),
    route(viewsContract.update, ({ params, body, session }) =>
      views.update(params.id, body, session.user.id),
    ),
    route(viewsContract.remove, ({ params, session }) => {
      views.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
  ];
}

import { crosswalksContract } from '../../../shared/areas/compliance/crosswalks.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { CrosswalkService } from './crosswalks.service.ts';

export function crosswalkRoutes(crosswalks: CrosswalkService): Route[] {
  return [
    route(crosswalksContract.list, () => {
      const rows = crosswalks.list();
      return page(rows, rows.length, null);
    }),
    route(crosswalksContract.neighbours, ({ params }) => {
      const rows = crosswalks.neighbours(params.id);
      return page(rows, rows.length, null);
    }),
    route(crosswalksContract.create, ({ body, session }) =>
      crosswalks.create(body, session.user.id),
    ),
    route(crosswalksContract.update, ({ params, body, session }) =>
      crosswalks.update(params.id, body, session.user.id),
    ),
    route(crosswalksContract.remove, ({ params, session }) =>
      crosswalks.remove(params.id, session.user.id),
    ),
    route(crosswalksContract.projection, ({ query }) =>
      crosswalks.projection(query.from, query.to),
    ),
    route(crosswalksContract.applyProjection, ({ body, session }) =>
      crosswalks.apply(body, session.user.id),
    ),
    route(crosswalksContract.coverage, ({ query }) => crosswalks.coverage(query.from, query.to)),
  ];
}

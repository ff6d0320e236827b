import { entitiesContract } from '../../../shared/areas/entities/entities.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { EntityService } from './entities.service.ts';

export function entityRoutes(entities: EntityService): Route[] {
  return [
    route(entitiesContract.list, ({ query }) => entities.list(query)),
    route(entitiesContract.profile, ({ query }) => entities.profile(query)),
    route(entitiesContract.alerts, ({ query: { limit, cursor, ...ref } }) => {
      const { rows, total, nextCursor } = entities.alerts(ref, { limit, cursor });
      return page(rows, total, nextCursor);
    }),
    route(entitiesContract.links, ({ query: { limit, ...ref } }) => entities.links(ref, limit)),
    route(entitiesContract.notes, ({ query }) => {
      const rows = entities.notes(query);
      return page(rows, rows.length, null);
    }),
    route(entitiesContract.addNote, ({ body, session }) => entities.addNote(body, session.user.id)),
    route(entitiesContract.changeNote, ({ params, body, session }) =>
      entities.changeNote(params.id, body, session.user.id),
    ),
    route(entitiesContract.removeNote, ({ params, session }) => {
      entities.removeNote(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(entitiesContract.mark, ({ body, session }) => entities.mark(body, session.user.id)),
  ];
}

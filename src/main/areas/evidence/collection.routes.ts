import { collectionContract } from '../../../shared/areas/evidence/collection.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { CollectionService } from './collection.service.ts';

export interface CollectionRoutesDeps {
  readonly collection: CollectionService;
  readonly calendar: () => Promise<string>;
}

export function collectionRoutes({ collection, calendar }: CollectionRoutesDeps): Route[] {
  return [
    route(collectionContract.tasks, ({ query }) => {
      const { tasks, total, nextCursor } = collection.list(query);
      return page(tasks, total, nextCursor);
    }),
    route(collectionContract.create, ({ body, session }) =>
      collection.create(body, session.user.id),
    ),
    route(collectionContract.update, ({ params, body, session }) =>
      collection.update(params.id, body, session.user.id),
    ),
    route(collectionContract.remove, ({ params, session }) => {
      collection.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(collectionContract.runs, ({ params }) => collection.runs(params.id)),
    route(collectionContract.run, ({ params, session }) =>
      collection.run(params.id, session.user.id),
    ),
    route(collectionContract.complete, ({ params, body, session }) =>
      collection.complete(params.id, body.evidenceId, session.user.id),
    ),
    route(collectionContract.skip, ({ params, body, session }) =>
      collection.skip(params.id, body.reason, session.user.id),
    ),
    route(
      collectionContract.calendar,
      async () =>
        new Response(await calendar(), {
          headers: {
            'Content-Type': 'text/calendar; charset=utf-8',
            'Content-Disposition': 'attachment; filename="watchfloor-evidence.ics"',
          },
        }),
    ),
  ];
}

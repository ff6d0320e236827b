import { controlsContract } from '../../../shared/areas/compliance/controls.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { ControlService } from './controls.service.ts';
import type { BulkService } from './controls-bulk.service.ts';

/** Paths with fixed words come before those with an id in their place. */
export function controlRoutes(controls: ControlService, bulk: BulkService): Route[] {
  return [
    route(controlsContract.list, ({ query }) => {
      const found = controls.list(query);
      return page(found.controls, found.total, found.nextCursor);
    }),
    route(controlsContract.create, ({ body, session }) => controls.create(body, session.user.id)),
    route(controlsContract.facets, () => controls.facets()),
    route(controlsContract.tree, ({ query }) => controls.tree(query)),
    route(controlsContract.branch, ({ params, query }) => controls.branch(params.id, query)),
    route(controlsContract.batches, ({ query }) => {
      const batches = bulk.list(query.limit);
      return page(batches, batches.length, null);
    }),
    route(controlsContract.bulk, ({ body, session }) => bulk.change(body, session.user.id)),
    route(controlsContract.batch, ({ params }) => bulk.get(params.id)),
    route(controlsContract.undo, ({ params, session }) => bulk.undo(params.id, session.user.id)),
    route(controlsContract.get, ({ params }) => controls.get(params.id)),
    route(controlsContract.update, ({ params, body, session }) =>
      controls.update(params.id, body, session.user.id),
    ),
    route(controlsContract.history, ({ params }) => controls.history(params.id)),
  ];
}

/** Which model helps, and the log of what it was asked. The key comes in here and never goes out. */
import { modelCallsContract } from '../../../shared/areas/models/model-calls.contract.ts';
import { modelsContract } from '../../../shared/areas/models/models.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { CallsService } from './model-calls.service.ts';
import type { ModelsService } from './models.service.ts';

const gone = () => new Response(null, { status: 204 });

export function modelRoutes(models: ModelsService, calls: CallsService): Route[] {
  return [
    route(modelsContract.state, () => models.state()),
    route(modelsContract.settings, () => models.settings()),
    route(modelsContract.saveEndpoint, ({ body, session }) => models.save(body, session.user.id)),
    route(modelsContract.removeEndpoint, ({ session }) => {
      models.remove(session.user.id);
      return gone();
    }),
    route(modelsContract.addEndpoint, ({ body, session }) => models.add(body, session.user.id)),
    route(modelsContract.changeEndpoint, ({ params, body, session }) =>
      models.change(params.id, body, session.user.id),
    ),
    route(modelsContract.dropEndpoint, ({ params, session }) => {
      models.remove(session.user.id, params.id);
      return gone();
    }),
    route(modelsContract.useEndpoint, ({ params, session }) =>
      models.startTest(session.user.id, { id: params.id, isSwitch: true }),
    ),
    route(modelsContract.saveLimits, ({ body, session }) =>
      models.saveLimits(body, session.user.id),
    ),
    route(modelsContract.test, ({ session }) => models.startTest(session.user.id)),
    route(modelsContract.cancelTest, () => models.cancelTest()),
    route(modelCallsContract.list, ({ query }) => {
      const { rows, total, nextCursor } = calls.list(query);
      return page(rows, total, nextCursor);
    }),
    route(
      modelCallsContract.exportAll,
      ({ session }) =>
        new Response(calls.exportAll(session.user.id), {
          headers: {
            'Content-Type': 'application/x-ndjson',
            'Content-Disposition': 'attachment; filename="model-calls.ndjson"',
          },
        }),
    ),
    route(modelCallsContract.get, ({ params }) => calls.get(params.id)),
    route(modelCallsContract.replay, ({ params, session, request }) =>
      calls.replay(params.id, session.user.id, request.signal),
    ),
  ];
}

import { actionsContract } from '../../../shared/areas/actions/actions.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { ActionService } from './actions.service.ts';

export function actionRoutes(actions: ActionService): Route[] {
  return [
    route(actionsContract.list, ({ query, session }) => {
      const mine = query.mine === 'true';
      const found = actions.list({ ...query, mine }, session.user.id);
      return page(found.rows, found.total, found.nextCursor);
    }),
    route(actionsContract.get, ({ params }) => actions.get(params.id)),
    route(actionsContract.undo, ({ params, session }) => actions.undo(params.id, session.user)),
    route(actionsContract.redo, ({ params, session }) => actions.redo(params.id, session.user)),
  ];
}

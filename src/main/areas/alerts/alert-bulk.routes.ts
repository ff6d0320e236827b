import { actionsContract } from '../../../shared/areas/actions/actions.contract.ts';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { BulkService } from './alert-bulk.service.ts';
import type { FilterSettler } from './alert-settle.store.ts';

export function alertBulkRoutes(bulk: BulkService, settle: FilterSettler): Route[] {
  const settled = <R extends { filter?: AlertFilter | undefined }>(request: R, me: string): R =>
    request.filter ? { ...request, filter: settle(request.filter, me) } : request;
  return [
    route(actionsContract.previewBulk, ({ body, session }) =>
      bulk.preview(settled(body, session.user.id)),
    ),
    route(actionsContract.bulk, ({ body, session }) =>
      bulk.start(settled(body, session.user.id), session.user.id),
    ),
  ];
}

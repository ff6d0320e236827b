import { auditsContract } from '../../../shared/areas/audits/audits.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { AuditService } from './audits.service.ts';

export function auditRoutes(audits: AuditService): Route[] {
  return [
    route(auditsContract.list, ({ query }) => {
      const found = audits.list(query);
      return page(found.audits, found.total, found.nextCursor);
    }),
    route(auditsContract.create, ({ body, session }) => audits.create(body, session.user.id)),
    route(auditsContract.get, ({ params }) => audits.get(params.id)),
    route(auditsContract.update, ({ params, body, session }) =>
      audits.update(params.id, body, session.user.id),
    ),
    route(auditsContract.prepare, ({ params, session }) =>
      audits.prepare(params.id, session.user.id),
    ),
    route(auditsContract.history, ({ params }) => audits.history(params.id)),
  ];
}

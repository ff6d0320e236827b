import { policiesContract } from '../../../shared/areas/policies/policies.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { PolicyService } from './policies.service.ts';

export function policyRoutes(policies: PolicyService): Route[] {
  return [
    route(policiesContract.list, ({ query }) => {
      const { rows, total, nextCursor } = policies.list(query);
      return page(rows, total, nextCursor);
    }),
    route(policiesContract.create, ({ body, session }) => policies.create(body, session.user)),
    route(policiesContract.stats, () => policies.stats()),
    route(policiesContract.get, ({ params, session }) => policies.get(params.id, session.user)),
    route(policiesContract.update, ({ params, body, session }) =>
      policies.update(params.id, body, session.user),
    ),
    route(policiesContract.confirmReview, ({ params, body, session }) =>
      policies.confirmReview(params.id, body, session.user),
    ),
    route(policiesContract.version, ({ params }) => policies.version(params.id, params.versionId)),
    route(policiesContract.newVersion, ({ params, body, session }) =>
      policies.newVersion(params.id, body, session.user),
    ),
    route(policiesContract.discardVersion, ({ params, body, session }) =>
      policies.discardVersion(params.id, body.reason, session.user),
    ),
    route(policiesContract.diff, ({ params, query }) => policies.diff(params.id, query)),
    route(policiesContract.linkControl, ({ params, session }) =>
      policies.linkControl(params.id, params.controlId, session.user),
    ),
    route(policiesContract.unlinkControl, ({ params, session }) =>
      policies.unlinkControl(params.id, params.controlId, session.user),
    ),
  ];
}

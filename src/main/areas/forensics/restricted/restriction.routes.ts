import { restrictionContract } from '../../../../shared/areas/forensics/restriction.contract.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { RestrictionService } from './restriction.service.ts';

export function restrictionRoutes(restrictions: RestrictionService): Route[] {
  const calls = restrictionContract;
  return [
    route(calls.get, ({ params }) => restrictions.get(params.id)),
    route(calls.set, ({ params, body, session }) =>
      restrictions.set(params.id, body, session.user.id),
    ),
    route(calls.closed, ({ session }) => {
      const rows = restrictions.closed(session.user.id);
      return page(rows, rows.length, null);
    }),
    route(calls.nameFurther, ({ params, body, session }) => {
      const rows = restrictions.nameFurther(params.id, body, session.user.id);
      return page(rows, rows.length, null);
    }),
  ];
}

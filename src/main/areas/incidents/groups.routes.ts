import { groupsContract as contract } from '../../../shared/areas/incidents/groups.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { FilterSettler } from '../alerts/alert-settle.store.ts';
import type { GroupService } from './groups.service.ts';

/** @param settle Of the alerts area: names and moments of a query, for whoever asks. */
export function groupRoutes(groups: GroupService, settle: FilterSettler): Route[] {
  return [
    route(contract.list, ({ query, session }) => {
      const { rows, total, nextCursor } = groups.list(settle(query, session.user.id));
      return page(rows, total, nextCursor);
    }),
    route(contract.stats, () => groups.stats()),
    route(contract.fingerprints, () => groups.fingerprints()),
    route(contract.changeFingerprint, ({ body, session }) =>
      groups.changeFingerprint(body, session.user.id),
    ),
    route(contract.previewFingerprint, ({ body }) => groups.preview(body)),
    route(contract.get, ({ params }) => groups.get(params.key)),
    route(contract.members, ({ params, query }) => {
      const { rows, total, nextCursor } = groups.members(params.key, query);
      return page(rows, total, nextCursor);
    }),
    route(contract.ofAlert, ({ params }) => groups.ofAlert(params.id)),
    route(contract.detach, ({ params, session }) => groups.detach(params.id, session.user.id)),
    route(contract.rejoin, ({ params, session }) => groups.rejoin(params.id, session.user.id)),
  ];
}

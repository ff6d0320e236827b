import { incidentsContract as calls } from '../../../shared/areas/incidents/incidents.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { FilterSettler } from '../alerts/alert-settle.store.ts';
import type { IncidentActions } from './incident-actions.ts';
import type { IncidentService } from './incidents.service.ts';

/**
 * Fixed words stand before `:id`.
 * @param settle Of the alerts area: names and moments of a query, for whoever asks.
 */
export function incidentRoutes(
  incidents: IncidentService,
  actions: IncidentActions,
  settle: FilterSettler,
): Route[] {
  return [
    route(calls.incidentSettings, () => incidents.settings()),
    route(calls.setIncidentSettings, ({ body, session }) =>
      incidents.setSettings(body, session.user.id),
    ),
    route(calls.previewLinking, ({ query }) => incidents.preview(query.strictness)),
    route(calls.listCommonEntities, () => incidents.commonEntities()),
    route(calls.setCommonEntity, ({ body, session }) =>
      incidents.setCommonEntity(body, session.user.id),
    ),
    route(calls.mergeIncidents, ({ body, session }) =>
      incidents.get(actions.merge(body, session.user.id)),
    ),
    route(calls.listIncidents, ({ query: { sort, ...filter }, session }) => {
      const query = { ...settle(filter, session.user.id), sort };
      const { rows, total, nextCursor } = incidents.list(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.getIncident, ({ params }) => incidents.get(params.id)),
    route(calls.listIncidentGroups, ({ params, query }) => {
      const { rows, total, nextCursor } = incidents.groups(params.id, query);
      return page(rows, total, nextCursor);
    }),
    route(calls.listIncidentEdges, ({ params, query }) => {
      const { rows, total, nextCursor } = incidents.edges(params.id, query);
      return page(rows, total, nextCursor);
    }),
    route(calls.renameIncident, ({ params, body, session }) =>
      incidents.get(
        actions.rename(params.id, body.name, {
          actor: session.user.id,
          baseRevision: body.baseRevision,
        }),
      ),
    ),
    route(calls.splitIncident, ({ params, body, session }) =>
      incidents.get(actions.split(params.id, body, session.user.id)),
    ),
    route(calls.detachGroup, ({ params, body: { group, ...body }, session }) =>
      incidents.get(actions.detach(params.id, group, { actor: session.user.id, ...body })),
    ),
    route(calls.lockIncident, ({ params, body, session }) =>
      incidents.get(actions.lock(params.id, { actor: session.user.id, ...body })),
    ),
    route(calls.unlockIncident, ({ params, body, session }) =>
      incidents.get(actions.unlock(params.id, { actor: session.user.id, ...body })),
    ),
    route(calls.releaseIncident, ({ params, body, session }) => ({
      groups: actions.release(params.id, { actor: session.user.id, ...body }),
    })),
  ];
}

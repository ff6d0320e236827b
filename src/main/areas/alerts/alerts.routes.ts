import { alertsContract } from '../../../shared/areas/alerts/alerts.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import { exportAlerts } from './alert-export.ts';
import type { FilterSettler } from './alert-settle.store.ts';
import type { AlertService } from './alerts.service.ts';
import type { AlertStore } from './alerts.store.ts';

export function alertRoutes(
  alerts: AlertService,
  store: AlertStore,
  settle: FilterSettler,
): Route[] {
  return [
    route(alertsContract.list, ({ query, session }) => {
      const asked = settle(query, session.user.id);
      const found = query.sort === 'suspicion' ? alerts.listBySuspicion(asked) : alerts.list(asked);
      return page(found.alerts, found.total, found.nextCursor);
    }),
    route(alertsContract.create, ({ body, session }) => alerts.create(body, session.user.id)),
    route(alertsContract.exportAll, ({ query, session }) => {
      const filter = settle(query, session.user.id);
      const isCsv = query.format === 'csv';
      return new Response(exportAlerts(store, filter, query.format), {
        headers: {
          'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
          'Content-Disposition': `attachment; filename="watchfloor-alerts.${isCsv ? 'csv' : 'ndjson'}"`,
        },
      });
    }),
    route(alertsContract.get, ({ params }) => alerts.get(params.id)),
    route(alertsContract.update, ({ params, body, session }) =>
      alerts.update(params.id, body, session.user.id),
    ),
    route(alertsContract.raw, ({ params, query }) => alerts.raw(params.id, query.full === 'true')),
    route(alertsContract.history, ({ params }) => alerts.history(params.id)),
    route(alertsContract.related, ({ params }) => alerts.related(params.id)),
  ];
}

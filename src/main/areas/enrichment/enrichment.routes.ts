import { enrichmentContract } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { EnrichmentService } from './enrichment.service.ts';

export function enrichmentRoutes(service: EnrichmentService): Route[] {
  return [
    route(enrichmentContract.list, () => {
      const rows = service.list();
      return page(rows, rows.length, null);
    }),
    route(enrichmentContract.add, ({ query, request, session }) =>
      service.add(query, request, session.user.id),
    ),
    route(enrichmentContract.remove, ({ params, session }) => {
      service.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(enrichmentContract.lookUp, ({ body }) => service.lookUp(body.values)),
  ];
}

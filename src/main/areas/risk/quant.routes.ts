import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { IncidentService } from './incidents.service.ts';
import type { QuantService } from './quant.service.ts';

const calls = riskQuantContract;

export function quantRoutes(quant: QuantService): Route[] {
  return [
    route(calls.portfolio, ({ query }) => quant.portfolio(query.currency)),
    route(calls.quantities, ({ params }) => quant.get(params.id)),
    route(calls.setQuantities, ({ params, body, session }) =>
      quant.set(params.id, body, session.user.id),
    ),
    route(calls.removeQuantities, ({ params, session }) => {
      quant.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(calls.quantSettings, () => quant.settings()),
    route(calls.setQuantSettings, ({ body, session }) => quant.setSettings(body, session.user.id)),
  ];
}

export function incidentRoutes(incidents: IncidentService): Route[] {
  return [
    route(calls.incidents, ({ params }) => incidents.get(params.id)),
    route(calls.setScenario, ({ params, body, session }) =>
      incidents.setScenario(params.id, body, session.user.id),
    ),
    route(calls.addCase, ({ params, body, session }) =>
      incidents.addCase(params.id, body, session.user.id),
    ),
    route(calls.excludeCase, ({ params, body, session }) =>
      incidents.exclude(params.id, body, session.user.id),
    ),
    route(calls.removeEntry, ({ params, session }) =>
      incidents.removeEntry(params.id, params.entry, session.user.id),
    ),
    route(calls.lookAgain, ({ params }) => incidents.evaluate(params.id)),
    route(calls.proposals, async ({ query }) => {
      const { rows, total, nextCursor } = await incidents.list(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.confirmProposal, ({ params, body, session }) =>
      incidents.confirm(params.id, body.reason, session.user.id),
    ),
    route(calls.dismissProposal, ({ params, body, session }) =>
      incidents.dismiss(params.id, body.reason, session.user.id),
    ),
  ];
}

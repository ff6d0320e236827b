import { risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { TreatmentService } from './risk-treatment.service.ts';
import type { RiskService } from './risks.service.ts';

/** Fixed paths come before `/api/risks/{id}`, which would take them. */
export function riskRoutes(risks: RiskService, treatment: TreatmentService): Route[] {
  return [
    route(risksContract.list, ({ query }) => {
      const { rows, total, nextCursor } = risks.list(query);
      return page(rows, total, nextCursor);
    }),
    route(risksContract.create, ({ body, session }) => risks.create(body, session.user.id)),
    route(risksContract.summary, () => risks.summary()),
    route(risksContract.trend, ({ query }) => risks.trend(query.days)),
    route(risksContract.setAppetite, ({ body, session }) =>
      risks.setAppetite(body, session.user.id),
    ),
    ...treatmentRoutes(treatment),
    route(risksContract.get, ({ params }) => risks.get(params.id)),
    route(risksContract.update, ({ params, body, session }) =>
      risks.update(params.id, body, session.user.id),
    ),
    route(risksContract.residual, ({ params }) => risks.explain(params.id)),
    route(risksContract.setResidual, ({ params, body, session }) =>
      risks.setResidual(params.id, body, session.user.id),
    ),
  ];
}

function treatmentRoutes(treatment: TreatmentService): Route[] {
  return [
    route(risksContract.tasks, ({ query }) => {
      const { rows, total, nextCursor } = treatment.openTasks(query);
      return page(rows, total, nextCursor);
    }),
    route(risksContract.dueReviews, ({ query }) => {
      const { rows, total, nextCursor } = treatment.dueReviews(query);
      return page(rows, total, nextCursor);
    }),
    route(risksContract.controlChoices, ({ query }) => treatment.controlChoices(query.q)),
    route(risksContract.addTask, ({ params, body, session }) =>
      treatment.addTask(params.id, body, session.user.id),
    ),
    route(risksContract.updateTask, ({ params, body, session }) =>
      treatment.updateTask(params.id, body, session.user.id),
    ),
    route(risksContract.removeTask, ({ params, body, session }) =>
      treatment.removeTask(params.id, body.reason, session.user.id),
    ),
    route(risksContract.review, ({ params, body, session }) =>
      treatment.review(params.id, body, session.user.id),
    ),
    route(risksContract.linkControl, ({ params, body, session }) =>
      treatment.linkControl(params.id, params.controlId, body.weight, session.user.id),
    ),
    route(risksContract.unlinkControl, ({ params, body, session }) =>
      treatment.unlinkControl(params.id, params.controlId, body.reason, session.user.id),
    ),
  ];
}

import { vendorAssessmentsContract as calls } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { AssessmentService } from './assessments.service.ts';
import type { QuestionnaireExchange } from './questionnaire-exchange.service.ts';
import type { ReassessmentService } from './reassessments.service.ts';
import type { TieringService } from './tiering.service.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface AssessmentRoutesDeps {
  readonly assessments: AssessmentService;
  readonly tierings: TieringService;
  readonly exchange: QuestionnaireExchange;
  readonly reassessments: ReassessmentService;
}

export function assessmentRoutes(deps: AssessmentRoutesDeps): Route[] {
  const { assessments, tierings } = deps;
  return [
    route(calls.tierings, ({ params }) => tierings.list(params.id)),
    route(calls.tier, ({ params, body, session }) =>
      tierings.tier(params.id, body, session.user.id),
    ),
    route(calls.questionnaires, () => assessments.questionnaires()),
    route(calls.summary, () => assessments.summary()),
    route(calls.list, ({ query }) => {
      const { assessments: rows, total, nextCursor } = assessments.list(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.create, ({ body, session }) => assessments.create(body, session.user.id)),
    route(calls.find, ({ params }) => assessments.find(params.id)),
    route(calls.send, ({ params, body, session }) =>
      assessments.send(
        params.id,
        { sentTo: body.sentTo, ...(body.due === undefined ? {} : { due: body.due }) },
        session.user.id,
      ),
    ),
    route(calls.answer, ({ params, body, session }) =>
      assessments.answer(params.id, body, session.user.id),
    ),
    route(calls.submit, ({ params, session }) => assessments.submit(params.id, session.user.id)),
    route(calls.review, ({ params, body, session }) =>
      assessments.review(params.id, body, session.user.id),
    ),
    route(calls.return, ({ params, body, session }) =>
      assessments.return(params.id, body.reason, session.user.id),
    ),
    route(calls.complete, ({ params, body, session }) =>
      assessments.complete(params.id, body, session.user.id),
    ),
    route(calls.cancel, ({ params, body, session }) =>
      assessments.cancel(params.id, body.reason, session.user.id),
    ),
    ...workbookRoutes(deps),
    ...reassessmentRoutes(deps),
  ];
}

function workbookRoutes({ exchange, assessments }: AssessmentRoutesDeps): Route[] {
  return [
    route(calls.workbook, async ({ params }) => {
      const { name, bytes } = await exchange.workbook(params.id);
      const plain = `${name}.xlsx`.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
      return new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          'Content-Type': XLSX,
          'Content-Disposition': `attachment; filename="${plain}"`,
        },
      });
    }),
    route(calls.readWorkbook, ({ params, query, request, session }) =>
      exchange.readWorkbook(params.id, { query, request, actor: session.user.id }),
    ),
    route(calls.receipts, ({ params }) => assessments.receipts(params.id)),
  ];
}

function reassessmentRoutes({ reassessments }: AssessmentRoutesDeps): Route[] {
  return [
    route(calls.reassessmentCounts, () => reassessments.counts()),
    route(calls.reassessments, ({ query }) => {
      const { tasks, total, nextCursor } = reassessments.list(query);
      return page(tasks, total, nextCursor);
    }),
    route(calls.reassessment, ({ params }) => reassessments.find(params.id)),
    route(calls.updateReassessment, ({ params, body, session }) =>
      reassessments.update(params.id, body, session.user.id),
    ),
    route(calls.startReassessment, ({ params, session }) =>
      reassessments.start(params.id, session.user.id),
    ),
    route(calls.finishReassessment, ({ params, body, session }) =>
      reassessments.close(params.id, 'done', body.reason, session.user.id),
    ),
    route(calls.dismissReassessment, ({ params, body, session }) =>
      reassessments.close(params.id, 'dismiss', body.reason, session.user.id),
    ),
  ];
}

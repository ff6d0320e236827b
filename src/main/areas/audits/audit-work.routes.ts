import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { FindingService } from './findings.service.ts';
import type { RequestService } from './requests.service.ts';
import type { SampleService } from './samples.service.ts';

export function requestRoutes(requests: RequestService): Route[] {
  const calls = auditWorkContract;
  return [
    route(calls.requests, ({ query }) => {
      const found = requests.list(query);
      return page(found.requests, found.total, found.nextCursor);
    }),
    route(calls.createRequest, ({ params, body, session }) =>
      requests.create(params.id, body, session.user.id),
    ),
    route(calls.generateRequests, ({ params, body, session }) =>
      requests.generate(params.id, body, session.user.id),
    ),
    route(calls.importRequests, ({ params, body, session }) =>
      requests.importCsv(params.id, body, session.user.id),
    ),
    route(calls.request, ({ params }) => requests.get(params.id)),
    route(calls.updateRequest, ({ params, body, session }) =>
      requests.update(params.id, body, session.user.id),
    ),
    route(calls.removeRequest, ({ params, session }) => {
      requests.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(calls.addRequestEvidence, ({ params, body, session }) =>
      requests.addEvidence(params.id, body, session.user.id),
    ),
    route(calls.removeRequestEvidence, ({ params, session }) =>
      requests.removeEvidence(params.id, params.evidenceId, session.user.id),
    ),
    route(calls.provideRequest, ({ params, body, session }) =>
      requests.provide(params.id, body.note, session.user.id),
    ),
    route(calls.acceptRequest, ({ params, body, session }) =>
      requests.accept(params.id, body.note, session.user.id),
    ),
    route(calls.returnRequest, ({ params, body, session }) =>
      requests.giveBack(params.id, body.reason, session.user.id),
    ),
    route(calls.requestHistory, ({ params }) => requests.history(params.id)),
  ];
}

export function sampleRoutes(samples: SampleService): Route[] {
  const calls = auditWorkContract;
  return [
    route(calls.samples, ({ params }) => samples.list(params.id)),
    route(calls.drawSample, ({ params, body, session }) =>
      samples.draw(params.id, body, session.user.id),
    ),
    route(calls.sample, ({ params }) => samples.get(params.id)),
    route(calls.verifySample, ({ params, session }) => samples.verify(params.id, session.user.id)),
    route(calls.recordResult, ({ params, body, session }) =>
      samples.record(params.id, body, session.user.id),
    ),
  ];
}

export function findingRoutes(findings: FindingService): Route[] {
  const calls = auditWorkContract;
  return [
    route(calls.findings, ({ query }) => {
      const found = findings.list(query);
      return page(found.findings, found.total, found.nextCursor);
    }),
    route(calls.createFinding, ({ body, session }) => findings.create(body, session.user.id)),
    route(calls.finding, ({ params }) => findings.get(params.id)),
    route(calls.updateFinding, ({ params, body, session }) =>
      findings.update(params.id, body, session.user.id),
    ),
    route(calls.stepFinding, ({ params, body, session }) =>
      findings.step(params.id, body, session.user),
    ),
    route(calls.addFindingEvidence, ({ params, body, session }) =>
      findings.addEvidence(params.id, body.evidenceId, session.user.id),
    ),
    route(calls.removeFindingEvidence, ({ params, session }) =>
      findings.removeEvidence(params.id, params.evidenceId, session.user.id),
    ),
  ];
}

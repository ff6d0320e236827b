import { Readable } from 'node:stream';
import { attestationCalls as calls } from '../../../shared/areas/policies/attestations.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { AttestationService } from './attestations.service.ts';

export function attestationRoutes(attestations: AttestationService): Route[] {
  return [
    route(calls.requests, ({ query }) => {
      const { rows, total, nextCursor } = attestations.requests(query);
      return page([...rows], total, nextCursor);
    }),
    route(calls.request, ({ params }) => attestations.get(params.id)),
    route(calls.ask, ({ params, body, session }) =>
      attestations.ask(params.id, body, session.user.id),
    ),
    route(calls.withdraw, ({ params, body, session }) =>
      attestations.withdraw(params.id, body.reason, session.user.id),
    ),
    route(calls.stats, ({ session }) => attestations.stats(session.user.id)),
    route(calls.mine, ({ session }) => attestations.mine(session.user.id)),
    route(calls.csv, ({ query }) => {
      const lines = Readable.from(attestations.csv(query.policy), { encoding: 'utf8' });
      const bytes = Readable.toWeb(lines) as ReadableStream<string>;
      return new Response(bytes.pipeThrough(new TextEncoderStream()), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="policy-attestations.csv"',
        },
      });
    }),
    route(calls.records, ({ query }) => {
      const { rows, total, nextCursor } = attestations.records(query);
      return page([...rows], total, nextCursor);
    }),
    route(calls.text, ({ params, session }) => attestations.text(params.id, session.user.id)),
    route(calls.attest, ({ params, body, session }) =>
      attestations.attest(params.id, body, session.user.id),
    ),
  ];
}

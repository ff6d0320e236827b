/** Files of investigations. Passwords come in bodies only, which are neither kept nor logged. */
import { intakeContract as calls } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { IntakeService } from './intake.service.ts';

export function intakeRoutes(intake: IntakeService): Route[] {
  return [
    route(calls.files, ({ params, query: { parent, ...paging } }) => {
      const { rows, total, nextCursor } = intake.files(params.id, parent ?? null, paging);
      return page(rows, total, nextCursor);
    }),
    route(calls.addFile, ({ params, body, session }) => intake.add(params.id, body, session.user)),
    route(calls.sessions, ({ query }) => {
      const { rows, total, nextCursor } = intake.sessions(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.session, ({ params }) => intake.get(params.id)),
    route(calls.readers, async () => [...(await intake.readers())]),
    route(calls.cancelFile, ({ params, session }) => intake.cancel(params.id, session.user.id)),
    route(calls.retryFile, ({ params, session }) => intake.retry(params.id, session.user.id)),
    route(calls.passwordFile, ({ params, body, session }) =>
      intake.password(params.id, body.password, session.user.id),
    ),
    route(calls.readAs, async ({ params, body, session }) =>
      intake.readAs(params.id, body.readers, await intake.readers(), session.user.id),
    ),
    route(calls.removeFile, async ({ params, session }) => {
      await intake.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
  ];
}

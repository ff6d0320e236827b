import { controlsContract } from '../../../shared/areas/compliance/controls.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { ExceptionStore } from './control-exceptions.store.ts';
import type { ControlTestService } from './control-tests.service.ts';

export function controlTestRoutes(tests: ControlTestService, exceptions: ExceptionStore): Route[] {
  return [
    route(controlsContract.tests, ({ params }) => tests.ofControl(params.id)),
    route(controlsContract.createTest, ({ params, body, session }) =>
      tests.create(params.id, body, session.user.id),
    ),
    route(controlsContract.allTests, ({ query }) => {
      const found = tests.list(query);
      return page(found.tests, found.total, found.nextCursor);
    }),
    route(controlsContract.updateTest, ({ params, body, session }) =>
      tests.update(params.id, body, session.user.id),
    ),
    route(controlsContract.removeTest, ({ params, session }) => {
      tests.remove(params.id, session.user.id);
      return { removed: true as const };
    }),
    route(controlsContract.runTest, ({ params, body, session }) =>
      tests.run(params.id, body, session.user.id),
    ),
    route(controlsContract.approveRun, ({ params, session }) =>
      tests.approve(params.id, session.user.id),
    ),
    route(controlsContract.withdrawRun, ({ params, session }) =>
      tests.withdraw(params.id, session.user.id),
    ),
    route(controlsContract.decideRun, ({ params, body, session }) =>
      tests.decide(params.id, body, session.user.id),
    ),
    route(controlsContract.exceptionRegister, () => exceptions.register()),
    route(controlsContract.exceptions, ({ params }) => exceptions.ofControl(params.id)),
    route(controlsContract.createException, ({ params, body, session }) =>
      exceptions.create(params.id, body, session.user.id),
    ),
    route(controlsContract.endException, ({ params, session }) =>
      exceptions.end(params.id, session.user.id),
    ),
  ];
}

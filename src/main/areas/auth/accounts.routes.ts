import { accountsContract } from '../../../shared/areas/auth/accounts.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { AccountService } from './accounts.service.ts';

export function accountRoutes(accounts: AccountService): Route[] {
  return [
    route(accountsContract.updateOwn, ({ body, session }) => accounts.updateOwn(session, body)),
    route(accountsContract.changePassword, ({ body, session }) =>
      accounts.changePassword(session, body),
    ),
    route(accountsContract.sessions, ({ session }) => {
      const sessions = accounts.sessions(session);
      return page(sessions, sessions.length, null);
    }),
    route(accountsContract.endOtherSessions, ({ session }) => accounts.endOtherSessions(session)),
    route(accountsContract.endSession, ({ params, session }) =>
      accounts.endSession(session, params.id),
    ),
    route(accountsContract.history, () => {
      const entries = accounts.history();
      return page(entries, entries.length, null);
    }),
    route(accountsContract.update, ({ params, body, session }) =>
      accounts.update(session.user.id, params.id, body),
    ),
    route(accountsContract.resetPassword, ({ params, body, session }) =>
      accounts.resetPassword(session.user.id, params.id, body.password),
    ),
  ];
}

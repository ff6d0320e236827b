import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { mayDecideConflict, mayRunWorkstation } from '../../../shared/areas/sync/sync.rules.ts';
import type { SyncConflict } from '../../../shared/areas/sync/sync-state.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { SessionUser } from '../../http/session.ts';
import type { JoiningService } from './joining/joining.types.ts';
import { joiningRoutes } from './joining.routes.ts';
import type { SyncService } from './sync.types.ts';

export interface SyncRoutesDeps {
  readonly sync: SyncService;
  readonly joining: JoiningService;
}

export function syncRoutes({ sync, joining }: SyncRoutesDeps): Route[] {
  /** @throws AppError 'not-found', or 'forbidden' where this person may not write such records */
  const decidable = (id: string, user: SessionUser): SyncConflict => {
    const conflict = sync.conflict(id);
    if (!mayDecideConflict(user.role, conflict.table)) throw new AppError('forbidden', 'Forbidden');
    return conflict;
  };
  /** @throws AppError 'forbidden' where this is no workstation of theirs */
  const assertAtHome = ({ id: account, role }: SessionUser) => {
    const people = joining.membership()?.people ?? [];
    if (!mayRunWorkstation({ role, account, people })) throw new AppError('forbidden', 'Forbidden');
  };
  return [
    route(syncContract.status, () => sync.status()),
    route(syncContract.log, () => sync.log()),
    route(syncContract.conflicts, ({ query }) => {
      const { table, record, state, limit } = query;
      if ((table === undefined) !== (record === undefined))
        throw new AppError('bad-input', 'Name a record by its table and its id, both');
      return sync.conflicts({
        limit,
        ...(state === undefined ? {} : { state }),
        ...(table === undefined || record === undefined ? {} : { record: { table, id: record } }),
      });
    }),
    route(syncContract.take, ({ params, session: { user } }) =>
      sync.takeOther(decidable(params.id, user).id, user.id),
    ),
    route(syncContract.accept, ({ params, session: { user } }) =>
      sync.accept(decidable(params.id, user).id, user.id),
    ),
    route(syncContract.undo, ({ params, session: { user } }) =>
      sync.undo(decidable(params.id, user).id, user.id),
    ),
    route(syncContract.people, () => sync.people()),
    route(syncContract.present, ({ body, session }) =>
      sync.present(session.user.id, body.table, body.record),
    ),
    route(syncContract.now, () => {
      sync.syncNow();
      return sync.status();
    }),
    route(syncContract.pause, ({ body, session }) => {
      assertAtHome(session.user);
      if (body.isPaused) sync.pause(session.user.id);
      else sync.resume(session.user.id);
      return sync.status();
    }),
    route(syncContract.check, () => sync.checkDigests()),
    route(syncContract.refused, () => sync.refused.list()),
    route(syncContract.retryRefused, ({ session: { user } }) => {
      if (joining.membership() === null)
        throw new AppError('conflict', 'This workstation has joined no workspace.');
      assertAtHome(user);
      sync.refused.retry(user.id);
      return new Response(null, { status: 204 });
    }),
    route(syncContract.files, () => sync.files.files()),
    route(syncContract.setFiles, ({ body, session: { user } }) => {
      assertAtHome(user);
      sync.files.setPolicy(body, user.id);
      return sync.files.files();
    }),
    ...joiningRoutes(joining),
  ];
}

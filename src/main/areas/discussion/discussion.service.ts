import type {
  Comment,
  InvestigationComment,
  Watcher,
} from '../../../shared/areas/discussion/discussion.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type CommentDeps, createComments } from './comments.service.ts';
import {
  alertComments,
  investigationComments,
  setWatching,
  type WatcherRow,
  watchersIn,
} from './comments.store.ts';

const toWatcher = ({ account, createdAt }: WatcherRow): Watcher => ({
  account,
  since: toIso(createdAt),
});

export function createDiscussionService(deps: CommentDeps) {
  const { db, newId } = deps;

  function mustFindAlert(id: string): void {
    const alert = db.read('discussion.alert', (reader) => alertComments.record(reader, id));
    if (!alert) throw new AppError('not-found', 'There is no such alert');
  }

  return {
    ofAlerts: createComments<Comment>(deps, {
      keeper: alertComments,
      ...{ noun: 'alert', resource: 'alerts', area: 'alerts' },
      link: (id) => `/alerts?alert=${id}`,
      toComment: (written, alertId) => ({ ...written, alertId }),
    }),

    ofInvestigations: createComments<InvestigationComment>(deps, {
      keeper: investigationComments,
      ...{ noun: 'investigation', resource: 'forensic_investigations', area: 'forensics' },
      link: (id) => `/forensics?investigation=${id}`,
      toComment: (written, investigationId) => ({ ...written, investigationId }),
    }),

    watchers(alertId: string): Watcher[] {
      mustFindAlert(alertId);
      return watchersIn(db, alertId).map(toWatcher);
    },

    watch(alertId: string, isWatching: boolean, actor: string): Watcher[] {
      mustFindAlert(alertId);
      const action = isWatching ? 'alerts.watch' : 'alerts.unwatch';
      db.write({ actor, origin: 'user', action }, (tx) => {
        if (setWatching(tx, { id: newId(), alertId, account: actor }, isWatching))
          tx.announce('alerts', alertId);
      });
      return watchersIn(db, alertId).map(toWatcher);
    },
  };
}
export type DiscussionService = ReturnType<typeof createDiscussionService>;

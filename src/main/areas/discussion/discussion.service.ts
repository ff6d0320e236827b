import type {
  Comment,
  InvestigationComment,
  Watcher,
} from '../../../shared/areas/discussion/discussion.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { recordAction } from '../../db/action-log.ts';
import { type CommentDeps, createComments, shortTitle } from './comments.service.ts';
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
      nameOf: ({ title }) => shortTitle(title),
      toComment: (written, alertId) => ({ ...written, alertId }),
    }),

    ofInvestigations: createComments<InvestigationComment>(deps, {
      keeper: investigationComments,
      ...{ noun: 'investigation', resource: 'forensic_investigations', area: 'forensics' },
      link: (id) => `/forensics?investigation=${id}`,
      // Everybody reads the desk's history, not every investigation.
      nameOf: () => 'an investigation',
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
        const changes = setWatching(tx, { id: newId(), alertId, account: actor }, isWatching);
        if (changes.length === 0) return;
        tx.announce('alerts', alertId);
        const title = shortTitle(alertComments.record(tx, alertId)?.title ?? '');
        const summary = `${isWatching ? 'Watch' : 'No longer watch'} ${title}`;
        recordAction(tx, { id: newId(), kind: action, actor, summary }, changes);
      });
      return watchersIn(db, alertId).map(toWatcher);
    },
  };
}
export type DiscussionService = ReturnType<typeof createDiscussionService>;

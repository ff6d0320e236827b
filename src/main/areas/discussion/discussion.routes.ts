import { discussionContract } from '../../../shared/areas/discussion/discussion.contract.ts';
import { playbooksContract } from '../../../shared/areas/discussion/playbooks.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { ChecklistService } from './checklists.service.ts';
import type { DiscussionService } from './discussion.service.ts';
import type { PlaybookService } from './playbooks.service.ts';

export function discussionRoutes(
  discussion: DiscussionService,
  playbooks: PlaybookService,
  checklists: ChecklistService,
): Route[] {
  return [
    ...commentRoutes(discussion),
    route(discussionContract.watchers, ({ params }) => discussion.watchers(params.id)),
    route(discussionContract.watch, ({ params, body, session }) =>
      discussion.watch(params.id, body.watching, session.user.id),
    ),
    route(playbooksContract.list, () => playbooks.list()),
    route(playbooksContract.create, ({ body, session }) => playbooks.create(body, session.user.id)),
    route(playbooksContract.update, ({ params, body, session }) =>
      playbooks.update(params.id, body, session.user.id),
    ),
    route(playbooksContract.remove, ({ params, session }) =>
      playbooks.remove(params.id, session.user.id),
    ),
    route(playbooksContract.ofAlert, ({ params }) => checklists.ofAlert(params.id)),
    route(playbooksContract.check, ({ params, body, session }) =>
      checklists.check(params.id, body, session.user.id),
    ),
  ];
}

function commentRoutes({ ofAlerts, ofInvestigations }: DiscussionService): Route[] {
  return [
    route(discussionContract.comments, ({ params, query }) => {
      const { comments, total, nextCursor } = ofAlerts.list(params.id, query);
      return page(comments, total, nextCursor);
    }),
    route(discussionContract.addComment, ({ params, body, session }) =>
      ofAlerts.add(params.id, body.text, session.user.id),
    ),
    route(discussionContract.editComment, ({ params, body, session }) =>
      ofAlerts.edit(params.id, body, session.user.id),
    ),
    route(discussionContract.removeComment, ({ params, session }) =>
      ofAlerts.remove(params.id, session.user.id),
    ),
    route(discussionContract.investigationComments, ({ params, query }) => {
      const { comments, total, nextCursor } = ofInvestigations.list(params.id, query);
      return page(comments, total, nextCursor);
    }),
    route(discussionContract.addInvestigationComment, ({ params, body, session }) =>
      ofInvestigations.add(params.id, body.text, session.user.id),
    ),
    route(discussionContract.editInvestigationComment, ({ params, body, session }) =>
      ofInvestigations.edit(params.id, body, session.user.id),
    ),
    route(discussionContract.removeInvestigationComment, ({ params, session }) =>
      ofInvestigations.remove(params.id, session.user.id),
    ),
  ];
}

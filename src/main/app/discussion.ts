import { dispositionRoutes } from '../areas/alerts/dispositions.routes.ts';
import { createNoteTemplateStore } from '../areas/alerts/note-templates.store.ts';
import { createChecklistService } from '../areas/discussion/checklists.service.ts';
import { discussionRoutes } from '../areas/discussion/discussion.routes.ts';
import { createDiscussionService } from '../areas/discussion/discussion.service.ts';
import { createPlaybookService } from '../areas/discussion/playbooks.service.ts';
import { deskMarks } from '../areas/discussion/playbooks.store.ts';
import { tellOfMention } from '../areas/notifications/mention-notice.ts';
import { createWatchNotices } from '../areas/notifications/watch-notice.ts';
import type { Database } from '../db/database.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** What people say and do around one alert: comments, watching, checklists, notes to begin with. */
export function wireDiscussion({ db, hub, newId, log }: CoreDeps): WiredArea {
  const discussion = createDiscussionService({
    db,
    newId,
    tellOfMention: (tx, notice) => tellOfMention(tx, notice, newId),
  });
  const notices = createWatchNotices({ db, newId, log });
  hub.subscribe(notices.follow);
  return {
    routes: [
      ...discussionRoutes(
        discussion,
        createPlaybookService({ db, newId }),
        createChecklistService({ db, newId }),
      ),
      ...dispositionRoutes(createNoteTemplateStore(db, newId)),
    ],
    start: () => notices.start(),
  };
}

/** What rows of the alert list say of comments and checklists. */
export function createDeskMarks(db: Database) {
  return (ids: readonly string[]) =>
    db.read('discussion.marks', (reader) => deskMarks(reader, ids));
}

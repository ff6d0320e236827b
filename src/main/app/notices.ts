import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { AlertRow } from '../areas/alerts/alert-rows.ts';
import { tellOfAlert } from '../areas/notifications/critical-alert.ts';
import { tellWhatIsDue } from '../areas/notifications/due-check.ts';
import { tellOfJob } from '../areas/notifications/job-notice.ts';
import { notificationRoutes } from '../areas/notifications/notifications.routes.ts';
import { createNotificationService } from '../areas/notifications/notifications.service.ts';
import { createNotificationStore } from '../areas/notifications/notifications.store.ts';
import type { Database } from '../db/database.ts';
import type { WriteTx } from '../db/write-door.ts';
import type { Clock } from '../platform/clock.ts';
import { startDaily } from '../platform/daily.ts';
import type { NewId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';

export interface NoticeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Jobs that were running when the last process of this folder ended. */
  readonly cutOff: readonly Job[];
}

/** Who tells of what: alerts in the transaction that stores them, jobs at their end, dates once a day. */
export function createNotices({ db, clock, newId, log, cutOff }: NoticeDeps) {
  for (const job of cutOff) tellOfJob({ db, newId, log }, { ...job, state: 'INTERRUPTED' });
  return {
    routes: notificationRoutes(createNotificationService(createNotificationStore(db))),
    onAlertStored: (tx: WriteTx, row: AlertRow) => tellOfAlert(tx, row, newId),
    follow(event: ServerEvent): void {
      if (event.type === 'job' && event.job.finishedAt !== null)
        tellOfJob({ db, newId, log }, event.job);
    },
    start: () => startDaily({ clock, log }, () => tellWhatIsDue(db, clock.now(), newId)),
  };
}

import type { Job, JobState } from '../../../shared/contract/jobs.ts';
import { jobResultLink } from '../../../shared/contract/jobs.ts';
import type { Database } from '../../db/database.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { importOfJob } from './import-notice.store.ts';
import { insertNotification } from './notifications.store.ts';

/** How an end is told; what the person did (a cancellation) need not be told to that person. */
const ENDS: Partial<Record<JobState, { kind: 'job-done' | 'job-failed'; words: string }>> = {
  DONE: { kind: 'job-done', words: 'done' },
  FAILED: { kind: 'job-failed', words: 'failed' },
  INTERRUPTED: { kind: 'job-failed', words: 'interrupted' },
};

export interface JobNoticeDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly log: Log;
}

/** Tells who started a job how it ended. A notice that cannot be written is logged, and stops nothing. */
export function tellOfJob({ db, newId, log }: JobNoticeDeps, job: Job): void {
  const end = ENDS[job.state];
  if (!end || job.startedBy === null) return;
  const account = job.startedBy;
  try {
    db.write({ actor: account, origin: 'system', action: 'notifications.tell' }, (tx) =>
      insertNotification(tx, {
        id: newId(),
        account,
        kind: end.kind,
        title: `${job.title}: ${end.words}`,
        body: job.message ?? countsOf(importOfJob(tx, job.id)),
        link: jobResultLink(job),
      }),
    );
  } catch (error) {
    log.error('the end of a job could not be told', { job: job.id, cause: error });
  }
}

function countsOf(counts: ReturnType<typeof importOfJob>): string | null {
  if (!counts) return null;
  const words = Object.entries(counts).map(
    ([word, count]) => `${count.toLocaleString('en')} ${word}`,
  );
  return words.join(', ');
}

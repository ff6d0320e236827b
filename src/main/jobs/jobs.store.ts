import type { Job } from '../../shared/contract/jobs.ts';
import { toIso } from '../../shared/kernel/time.ts';
import type { Database } from '../db/database.ts';
import type { RowOf } from '../db/statements.ts';
import { jobsTable } from '../db/tables/jobs.table.ts';

const RECENT_JOBS = 50;

type JobRow = RowOf<typeof jobsTable>;

function rowToJob(row: JobRow): Job {
  return {
    ...row,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    finishedAt: row.finishedAt === null ? null : toIso(row.finishedAt),
  };
}

export function createJobStore(db: Database) {
  return {
    list(): Job[] {
      return db.read('jobs.list', (reader) =>
        reader
          .rows(
            jobsTable,
            'SELECT * FROM jobs ORDER BY created_at DESC, id DESC LIMIT ?',
            RECENT_JOBS,
          )
          .map(rowToJob),
      );
    },
    find(id: string): Job | undefined {
      return db.read(
        'jobs.find',
        (reader) => reader.rows(jobsTable, 'SELECT * FROM jobs WHERE id = ?', id).map(rowToJob)[0],
      );
    },
    save(job: Job): void {
      db.write({ actor: job.startedBy, origin: 'job', action: 'jobs.save' }, (tx) => {
        tx.run(
          `INSERT INTO jobs (id, kind, title, state, done, total, unit, message, started_by, created_at, updated_at, finished_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET state = excluded.state, done = excluded.done, total = excluded.total,
             message = excluded.message, updated_at = excluded.updated_at, finished_at = excluded.finished_at`,
          job.id,
          job.kind,
          job.title,
          job.state,
          job.done,
          job.total,
          job.unit,
          job.message,
          job.startedBy,
          Date.parse(job.createdAt),
          Date.parse(job.updatedAt),
          job.finishedAt === null ? null : Date.parse(job.finishedAt),
        );
      });
    },
    /** Takes away what ended well of a kind that begins all day and tells nobody anything. */
    forgetEnded(kind: string): void {
      db.write({ actor: null, origin: 'job', action: 'jobs.forget' }, (tx) =>
        tx.run("DELETE FROM jobs WHERE kind = ? AND state IN ('DONE', 'CANCELLED')", kind),
      );
    },
    /** Jobs that a crash cut off; what they committed stays. Returns how many. */
    markInterrupted(): number {
      return db.write({ actor: null, origin: 'system', action: 'jobs.recover' }, (tx) =>
        tx.run(
          `UPDATE jobs SET state = 'INTERRUPTED', message = 'Watchfloor ended while this ran', finished_at = ?
           WHERE state IN ('QUEUED', 'RUNNING')`,
          tx.now,
        ),
      );
    },
  };
}
export type JobStore = ReturnType<typeof createJobStore>;

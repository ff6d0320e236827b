/**
 * Which files are read, and when: two at once, of one investigation one, in the order they were
 * brought. Passwords are here and in the job's own input for as long as they are needed, nowhere else.
 */
import { AppError } from '../../../../shared/contract/errors.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { Log } from '../../../platform/log.ts';

const AT_ONCE = 2;
/** Until the next try where something runs that must be alone. */
const LATER_MS = 1_000;

export interface QueuedWork {
  /** Of the session; of the removal, its own. */
  readonly id: string;
  readonly investigationId: string;
  readonly kind: 'intake-read' | 'intake-clean';
  readonly title: string;
  readonly total: number | null;
  readonly startedBy: string | null;
  readonly input: unknown;
}

export interface QueueDeps {
  readonly runner: JobRunner;
  readonly log: Log;
  /** Done once, before the first file is read. */
  readonly prepare: () => Promise<void>;
  /** A reading failed; not where it was cancelled or the core is being closed. */
  readonly onFailed: (id: string, why: string) => void;
  /** The reading came to an end of whatever kind; it may wait for a password now. */
  readonly onEnded: (id: string) => void;
}

interface Active {
  readonly work: QueuedWork;
  readonly jobId: string;
  readonly ended: Promise<void>;
}

export function createIntakeQueue({ runner, log, prepare, onFailed, onEnded }: QueueDeps) {
  const waiting: QueuedWork[] = [];
  const active = new Map<string, Active>();
  let isStopped = true;
  let timer: NodeJS.Timeout | undefined;
  let preparation: 'none' | 'coming' | 'done' = 'none';

  /** What cannot be prepared keeps no file from being read. */
  async function prepareOnce(): Promise<void> {
    preparation = 'coming';
    try {
      await prepare();
    } catch (cause) {
      log.warn('reading begins unprepared', { cause });
    }
    preparation = 'done';
    pump();
  }

  function next(): QueuedWork | undefined {
    const busy = new Set([...active.values()].map(({ work }) => work.investigationId));
    const index = waiting.findIndex(({ investigationId }) => !busy.has(investigationId));
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  }

  function pump(): void {
    if (preparation === 'none' && waiting.length > 0 && !isStopped) void prepareOnce();
    while (preparation === 'done' && !isStopped && active.size < AT_ONCE) {
      const work = next();
      if (!work) return;
      if (!begin(work)) return;
    }
  }

  /** False where no job can be begun now. */
  function begin(work: QueuedWork): boolean {
    const { kind, title, total, startedBy, input } = work;
    try {
      const readsMuch = kind === 'intake-read';
      const unit = readsMuch ? 'bytes' : 'files';
      const request = { kind, title, unit, total, startedBy, input, readsMuch };
      const { job, finished } = runner.start(request);
      const ended = finished.then(
        () => {},
        (cause: unknown) => failed(work, job.id, cause),
      );
      active.set(work.id, {
        work,
        jobId: job.id,
        ended: ended.finally(() => {
          active.delete(work.id);
          // Closed in the middle there is nobody to be told.
          if (work.kind === 'intake-read' && !isStopped) onEnded(work.id);
          pump();
        }),
      });
      return true;
    } catch (error) {
      waiting.unshift(work);
      if (!(error instanceof AppError)) log.error('a file could not be read', { cause: error });
      timer = setTimeout(pump, LATER_MS);
      timer.unref();
      return false;
    }
  }

  function failed(work: QueuedWork, jobId: string, cause: unknown): void {
    // Closed in the middle: the next start begins with it again.
    if (isStopped || runner.find(jobId).state !== 'FAILED') return;
    log.warn('reading a file failed', { cause });
    if (work.kind === 'intake-read')
      onFailed(work.id, cause instanceof AppError ? cause.message : 'Reading failed; see the log');
  }

  return {
    add(work: QueuedWork): void {
      waiting.push(work);
      pump();
    },
    /** Takes it out of the queue, or ends its job; answers when it has ended. */
    async cancel(id: string): Promise<void> {
      const index = waiting.findIndex((work) => work.id === id && work.kind === 'intake-read');
      if (index >= 0) waiting.splice(index, 1);
      const running = active.get(id);
      if (!running) return;
      try {
        runner.cancel(running.jobId);
      } catch (error) {
        // It came to its end in this moment.
        if (!(error instanceof AppError)) throw error;
      }
      await running.ended;
    },
    jobOf: (id: string): string | null => active.get(id)?.jobId ?? null,
    /** Another workspace is in use: what was prepared for the one before does not count. */
    unprepare(): void {
      if (preparation === 'done') preparation = 'none';
    },
    start(): void {
      isStopped = false;
      pump();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
export type IntakeQueue = ReturnType<typeof createIntakeQueue>;

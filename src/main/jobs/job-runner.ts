import { MessageChannel } from 'node:worker_threads';
import { AppError } from '../../shared/contract/errors.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Job, JobState } from '../../shared/contract/jobs.ts';
import { exhaustive } from '../../shared/kernel/exhaustive.ts';
import { toIso } from '../../shared/kernel/time.ts';
import type { Clock } from '../platform/clock.ts';
import type { NewId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { JobStore } from './jobs.store.ts';
import { pumpSource } from './source-port.ts';
import { WorkerPool } from './worker-pool.ts';
import type { FromWorker, WorkerSetup } from './worker-protocol.ts';

/** Two threads: a long import must not hold up a short export. */
const POOL_SIZE = 2;

export interface JobRequest {
  readonly kind: string;
  readonly title: string;
  readonly unit: string;
  readonly total: number | null;
  readonly startedBy: string | null;
  readonly input: unknown;
  /** Bytes for the job to read; memory stays bounded whatever their number. */
  readonly source?: AsyncIterable<Uint8Array>;
  readonly id?: string;
}

export interface StartedJob {
  readonly job: Job;
  /** The job's result. Rejects with AppError, also when it was cancelled ('conflict'). */
  readonly finished: Promise<unknown>;
}

interface Running {
  job: Job;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface RunnerDeps {
  readonly workerEntry: string | URL;
  readonly setup: Omit<WorkerSetup, 'writerId'>;
  readonly store: JobStore;
  readonly emit: (event: ServerEvent) => void;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

/** Starts jobs in workers, follows them, and tells what became of them. */
export class JobRunner {
  readonly #deps: RunnerDeps;
  readonly #pool: WorkerPool;
  readonly #running = new Map<string, Running>();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#pool = new WorkerPool({
      entry: deps.workerEntry,
      size: POOL_SIZE,
      setup: deps.setup,
      onMessage: (message) => this.#hear(message),
      onCrash: (jobIds, error) => this.#buryJobs(jobIds, error),
    });
  }

  start(request: JobRequest): StartedJob {
    const now = toIso(this.#deps.clock.now());
    const job: Job = {
      id: request.id ?? this.#deps.newId(),
      kind: request.kind,
      title: request.title,
      state: 'RUNNING',
      done: 0,
      total: request.total,
      unit: request.unit,
      message: null,
      startedBy: request.startedBy,
      createdAt: now,
      updatedAt: now,
      finishedAt: null,
    };
    this.#deps.store.save(job);
    const finished = new Promise<unknown>((resolve, reject) => {
      this.#running.set(job.id, { job, resolve, reject });
    });
    finished.catch(() => {});
    this.#send(request, job);
    this.#deps.emit({ type: 'job', job });
    return { job, finished };
  }

  list(): Job[] {
    return this.#deps.store.list().map((job) => this.#running.get(job.id)?.job ?? job);
  }

  /** @throws AppError 'not-found'. */
  find(id: string): Job {
    const job = this.#running.get(id)?.job ?? this.#deps.store.find(id);
    if (!job) throw new AppError('not-found', 'There is no such job');
    return job;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Asks a job to stop. @throws AppError 'not-found', 'conflict' where it has ended. */
  cancel(id: string): Job {
    const job = this.find(id);
    if (!this.#running.has(id)) throw new AppError('conflict', 'This job has ended already');
    this.#pool.cancel(id);
    return job;
  }

  async close(): Promise<void> {
    await this.#pool.close();
    for (const [id] of this.#running)
      this.#finish(id, 'INTERRUPTED', 'Watchfloor was closed', undefined);
  }

  #send(request: JobRequest, job: Job): void {
    const channel = request.source ? new MessageChannel() : undefined;
    this.#pool.start({
      type: 'start',
      jobId: job.id,
      kind: job.kind,
      startedBy: job.startedBy,
      input: request.input,
      source: channel?.port2 ?? null,
    });
    if (channel && request.source) {
      void pumpSource(request.source, channel.port1).catch((error) =>
        this.#deps.log.warn('source of a job failed', { cause: error }),
      );
    }
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'event':
        this.#deps.emit(message.event);
        return;
      case 'progress':
        this.#progress(message.jobId, message.progress);
        return;
      case 'done':
        this.#finish(message.jobId, 'DONE', null, message.result);
        return;
      case 'failed': {
        const state = message.code === 'cancelled' ? 'CANCELLED' : 'FAILED';
        if (message.code === 'internal')
          this.#deps.log.error('job failed', { stack: message.stack });
        const code = message.code === 'cancelled' ? 'conflict' : message.code;
        this.#finish(message.jobId, state, message.message, new AppError(code, message.message));
        return;
      }
      default:
        exhaustive(message);
    }
  }

  #progress(
    id: string,
    progress: { done: number; total: number | null; message: string | null },
  ): void {
    const running = this.#running.get(id);
    if (!running) return;
    running.job = { ...running.job, ...progress, updatedAt: toIso(this.#deps.clock.now()) };
    this.#deps.emit({ type: 'job', job: running.job });
  }

  #finish(id: string, state: JobState, message: string | null, outcome: unknown): void {
    const running = this.#running.get(id);
    if (!running) return;
    this.#running.delete(id);
    const now = toIso(this.#deps.clock.now());
    const done =
      state === 'DONE' && running.job.total !== null ? running.job.total : running.job.done;
    const job: Job = { ...running.job, state, message, done, updatedAt: now, finishedAt: now };
    this.#saveEnd(job);
    this.#deps.emit({ type: 'job', job });
    if (state === 'DONE') running.resolve(outcome);
    else
      running.reject(
        outcome instanceof Error
          ? outcome
          : new AppError('unavailable', message ?? 'The job ended'),
      );
  }

  /** An end that cannot be written down (a full disk) is told all the same; the next start finds it cut off. */
  #saveEnd(job: Job): void {
    try {
      this.#deps.store.save(job);
    } catch (error) {
      this.#deps.log.error('the end of a job could not be saved', { job: job.id, cause: error });
    }
  }

  #buryJobs(jobIds: readonly string[], error: Error): void {
    this.#deps.log.error('a worker died', { cause: error });
    for (const id of jobIds) {
      const message =
        'The worker that ran this ended unexpectedly. What it had saved is kept; start it again.';
      this.#finish(id, 'FAILED', message, new AppError('internal', message));
    }
  }
}

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
  /** Whoever made the source looks at no piece of it again: its memory moves to the job. */
  readonly isSourceGiven?: boolean;
  readonly id?: string;
  /** Nothing may run beside it: not begun while something runs, and nothing is begun before its end. */
  readonly isAlone?: boolean;
  /** Begun by Watchfloor itself: it is ended where something must be alone, and begun again later. */
  readonly givesWay?: boolean;
  /** Watchfloor's own work that can go on later: it ends where a job that writes much begins. */
  readonly rests?: boolean;
  /** Somebody waits for it and it keeps the writer busy. */
  readonly writesMuch?: boolean;
  /** It parses evidence: its thread gets the room for that. */
  readonly readsMuch?: boolean;
  /** What is left to do in this thread before the job counts as done. A failure fails the job. */
  readonly settle?: (result: unknown) => Promise<void>;
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
  readonly finished: Promise<unknown>;
  readonly isAlone: boolean;
  readonly givesWay: boolean;
  readonly rests: boolean;
  readonly writesMuch: boolean;
  /** Why it was ended, where it was not a person. */
  endedFor?: string;
  readonly settle: JobRequest['settle'];
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
  #writesBeside: string | null = null;

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

  /** @throws AppError 'conflict' where one of the two wants to be alone. */
  start(request: JobRequest): StartedJob {
    this.#refuseCompany(request.isAlone ?? false);
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
    const { promise: finished, resolve, reject } = Promise.withResolvers<unknown>();
    const ending = request.writesMuch ? this.#rest(request.title) : new Set<string>();
    const { isAlone = false, givesWay = false, rests = false, writesMuch = false } = request;
    const { settle } = request;
    const flags = { isAlone, givesWay, rests, writesMuch };
    this.#running.set(job.id, { job, finished, resolve, reject, ...flags, settle });
    finished.catch(() => {});
    this.#send(request, job, ending);
    this.#deps.emit({ type: 'job', job });
    return { job, finished };
  }

  /** For whoever sees that somebody is about to ask for a job and then waits for it. */
  warm(kind?: string, input?: unknown): void {
    this.#pool.warm(kind, input);
  }

  list(): Job[] {
    return this.#deps.store.list().map((job) => this.#running.get(job.id)?.job ?? job);
  }

  /** @throws AppError 'not-found'. */
  find(id: string): Job {
    const stored = this.#deps.store.find(id);
    const job = stored && (this.#running.get(id)?.job ?? stored);
    if (!job) throw new AppError('not-found', 'There is no such job');
    return job;
  }

  /** Lets the threads go that have no job, with their connections; new ones start when needed. */
  endIdleWorkers(): Promise<void> {
    return this.#pool.endIdle();
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Own work that can wait does so, also the little of it that needs no job. */
  get isWritingMuch(): boolean {
    const isJob = [...this.#running.values()].some(({ writesMuch }) => writesMuch);
    return isJob || this.#writesBeside !== null;
  }

  /** A thread that is no job (sync) writes much from now on, named; null: no longer. */
  set writesBeside(title: string | null) {
    this.#writesBeside = title;
    if (title !== null) this.#rest(title);
  }

  /** What is in the way of something that must be alone: its title, or null. Own work is ended first. */
  async makeWay(): Promise<string | null> {
    const own = [...this.#running.values()].filter(({ givesWay }) => givesWay);
    for (const { job } of own) this.#pool.cancel(job.id);
    await Promise.allSettled(own.map(({ finished }) => finished));
    return [...this.#running.values()][0]?.job.title ?? null;
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

  /** Returns what was told to end. */
  #rest(title: string): ReadonlySet<string> {
    const ending = new Set<string>();
    for (const running of this.#running.values()) {
      if (!running.rests) continue;
      running.endedFor = `Goes on after "${title}"`;
      this.#pool.cancel(running.job.id);
      ending.add(running.job.id);
    }
    return ending;
  }

  #refuseCompany(wantsAlone: boolean): void {
    const running = [...this.#running.values()];
    const inTheWay = wantsAlone ? running[0] : running.find((other) => other.isAlone);
    if (!inTheWay) return;
    throw new AppError(
      'conflict',
      `"${inTheWay.job.title}" is running. Wait for its end or cancel it first.`,
    );
  }

  #send(request: JobRequest, job: Job, ending: ReadonlySet<string>): void {
    const channel = request.source ? new MessageChannel() : undefined;
    this.#pool.start(
      {
        type: 'start',
        jobId: job.id,
        kind: job.kind,
        startedBy: job.startedBy,
        input: request.input,
        source: channel?.port2 ?? null,
      },
      { readsMuch: request.readsMuch, ending },
    );
    if (channel && request.source) {
      void pumpSource(request.source, channel.port1, request.isSourceGiven).catch((error) =>
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
        void this.#settle(message.jobId, message.result);
        return;
      case 'failed':
        this.#fail(message);
        return;
      default:
        exhaustive(message);
    }
  }

  #fail({ jobId, code, message, stack }: Extract<FromWorker, { type: 'failed' }>): void {
    if (code === 'internal') this.#deps.log.error('job failed', { stack });
    const state = code === 'cancelled' ? 'CANCELLED' : 'FAILED';
    const reason = this.#running.get(jobId)?.endedFor ?? message;
    const error = new AppError(code === 'cancelled' ? 'conflict' : code, message);
    this.#finish(jobId, state, state === 'CANCELLED' ? reason : message, error);
  }

  async #settle(id: string, result: unknown): Promise<void> {
    try {
      await this.#running.get(id)?.settle?.(result);
      this.#finish(id, 'DONE', null, result);
    } catch (thrown) {
      this.#deps.log.error('a job could not be settled', { job: id, cause: thrown });
      const known = thrown instanceof AppError ? thrown : undefined;
      const error =
        known ?? new AppError('internal', 'The job failed inside Watchfloor. The log says more.');
      this.#finish(id, 'FAILED', error.message, error);
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

import { Worker } from 'node:worker_threads';
import { releaseGateOf } from '../db/write-gate.ts';
import {
  type FromWorker,
  READER_LIMITS,
  type ToWorker,
  WORKER_LIMITS,
  type WorkerSetup,
} from './worker-protocol.ts';

/** A thread that has nothing to do for so long goes, where there is another one, whether it works or waits. */
const IDLE_MS = 10_000;
/** One whose job made way for another's has its log and its pages to tidy up, and no more. */
const MADE_WAY_MS = 1_000;

export interface PoolDeps {
  readonly entry: string | URL;
  readonly size: number;
  readonly setup: Omit<WorkerSetup, 'writerId'>;
  /** After so long a thread too many goes; for tests. */
  readonly idleMs?: number;
  readonly onMessage: (message: FromWorker) => void;
  /** A worker died; these jobs died with it. */
  readonly onCrash: (jobIds: readonly string[], error: Error) => void;
}

export interface ThreadWishes {
  /** It parses evidence: a thread for such work takes it where one is free. */
  readonly readsMuch?: boolean | undefined;
  /** These jobs have just been told to end: their thread is as good as idle. Another one would be 50 MB more. */
  readonly ending?: ReadonlySet<string>;
}

interface Member {
  readonly worker: Worker;
  readonly writerId: number;
  readonly jobIds: Set<string>;
  /** Its young generation is large; it stays no longer than it is needed. */
  readonly isReader: boolean;
  /** Ends it once it has been idle for long. */
  leave?: NodeJS.Timeout;
}

/** Up to `size` threads, started when first needed; the least busy one takes the next job. */
export class WorkerPool {
  readonly #deps: PoolDeps;
  readonly #members: Member[] = [];
  #nextWriterId = 2;
  #isClosed = false;

  constructor(deps: PoolDeps) {
    this.#deps = deps;
  }

  /** The thread that the next job goes to starts where there is none, and gets ready for a kind. */
  warm(kind?: string, input?: unknown): void {
    if (this.#isClosed) return;
    const member = this.#members.find(({ jobIds, isReader }) => jobIds.size === 0 && !isReader);
    const next = member ?? (this.#members.length === 0 ? this.#spawn() : undefined);
    if (kind === undefined) return;
    next?.worker.postMessage({ type: 'prepare', kind, input } satisfies ToWorker);
  }

  start(message: Extract<ToWorker, { type: 'start' }>, wishes: ThreadWishes = {}): void {
    const member = this.#pick(wishes);
    clearTimeout(member.leave);
    member.jobIds.add(message.jobId);
    member.worker.postMessage(message, message.source ? [message.source] : []);
  }

  cancel(jobId: string): void {
    const member = this.#members.find((candidate) => candidate.jobIds.has(jobId));
    member?.worker.postMessage({ type: 'cancel', jobId } satisfies ToWorker);
  }

  /** Ends the threads without a job; their connections are closed when this resolves. */
  async endIdle(): Promise<void> {
    const idle = this.#members.filter((member) => member.jobIds.size === 0);
    for (const member of idle) this.#members.splice(this.#members.indexOf(member), 1);
    await Promise.all(idle.map((member) => member.worker.terminate()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#members.map((member) => member.worker.terminate()));
  }

  #pick({ readsMuch = false, ending }: ThreadWishes): Member {
    const idle = this.#members.filter((member) => member.jobIds.size === 0);
    const fitting = idle.find(({ isReader }) => isReader === readsMuch);
    if (fitting) return fitting;
    const [other] = idle;
    if (other && !readsMuch) return other;
    const soonIdle = this.#members.find(
      ({ jobIds, isReader }) =>
        isReader === readsMuch && [...jobIds].every((id) => ending?.has(id)),
    );
    if (soonIdle) return soonIdle;
    if (this.#members.length < this.#deps.size) return this.#spawn(readsMuch);
    if (other) {
      this.#end(other);
      return this.#spawn(readsMuch);
    }
    const [first, ...others] = this.#members;
    if (!first) return this.#spawn(readsMuch);
    return others.reduce(
      (least, member) => (member.jobIds.size < least.jobIds.size ? member : least),
      first,
    );
  }

  #spawn(isReader = false): Member {
    const writerId = this.#nextWriterId++;
    const workerData: WorkerSetup = { ...this.#deps.setup, writerId };
    const resourceLimits = isReader ? READER_LIMITS : WORKER_LIMITS;
    const worker = new Worker(this.#deps.entry, { workerData, resourceLimits });
    const member: Member = { worker, writerId, isReader, jobIds: new Set() };
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'done') this.#free(member, message.jobId);
      if (message.type === 'failed')
        this.#free(member, message.jobId, message.code === 'cancelled');
      this.#deps.onMessage(message);
    });
    worker.on('error', (error) =>
      this.#bury(member, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', (code) => this.#bury(member, new Error(`A worker ended with code ${code}`)));
    this.#members.push(member);
    return member;
  }

  #free(member: Member, jobId: string, wasCut = false): void {
    member.jobIds.delete(jobId);
    if (member.jobIds.size > 0) return;
    clearTimeout(member.leave);
    // What made way for another job is not what is asked for next.
    const makesWay = wasCut && this.#members.some(({ jobIds }) => jobIds.size > 0);
    const idleMs = makesWay ? MADE_WAY_MS : (this.#deps.idleMs ?? IDLE_MS);
    member.leave = setTimeout(() => this.#letGo(member), idleMs).unref();
  }

  /**
   * Its heap and its page cache are some 80 MB: beside a long import, too much for what it spares the next
   * job (a tenth of a second). The last one stays.
   */
  #letGo(member: Member): void {
    const isLast = this.#members.every((other) => other === member || other.isReader);
    const stays = isLast && !member.isReader;
    if (member.jobIds.size > 0 || stays || !this.#members.includes(member)) return;
    this.#end(member);
  }

  #end(member: Member): void {
    clearTimeout(member.leave);
    this.#members.splice(this.#members.indexOf(member), 1);
    const { worker, writerId } = member;
    void worker.terminate().then(() => releaseGateOf(this.#deps.setup.gate, writerId));
  }

  #bury(member: Member, error: Error): void {
    const index = this.#members.indexOf(member);
    if (index < 0) return;
    this.#members.splice(index, 1);
    releaseGateOf(this.#deps.setup.gate, member.writerId);
    if (!this.#isClosed) this.#deps.onCrash([...member.jobIds], error);
  }
}

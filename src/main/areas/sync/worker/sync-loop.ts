/**
 * The loop: syncs on a change, on the server's hint, on the network coming back, on a person's word and
 * on a timer; waits longer and longer after failures; stops at isolation at once and goes on after it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { SyncFailure, type SyncServer } from '../sync-server.port.ts';
import { backoffMs } from './backoff.ts';
import { nameDifferences } from './compare.ts';
import { failedBy, KEEPS_CONNECTION, mannerOf } from './failures.ts';
import type { LoopPorts, LoopState, Poke, RunReport } from './loop.types.ts';
import { createLoopReport, type LoopReport } from './loop-report.ts';
import { createWaiting } from './loop-wait.ts';
import type { RunContext } from './sync-pull.ts';
import { runSync } from './sync-run.ts';

/** The truth, where a hint was lost; some 0.5 kB each. */
const POLL_MS = MINUTE_MS;
/** Changes come in bursts. */
const GATHER_MS = 40;
/** Between the beginnings of two syncs: a server that hints without end costs a little, not everything. */
const APART_MS = 100;

/** A server that does not answer need not say good-bye. */
const CLOSING_MS = 1_000;

/** A person's calls, and the thread's. */
export interface SyncLoop {
  poke(why: Poke): void;
  pause(isPaused: boolean): void;
  /** @throws SyncFailure */
  checkDigests(): Promise<NonNullable<LoopState['digests']>>;
  /** The connection in use, or null. */
  server(): SyncServer | null;
  state(): LoopState;
  /** Resolves once nothing runs any more. */
  stop(): Promise<void>;
}

export function createSyncLoop(ports: LoopPorts): SyncLoop {
  return new Loop(ports);
}

class Loop implements SyncLoop {
  readonly #ports: LoopPorts;
  readonly #report: LoopReport;
  readonly #waiting = createWaiting();
  readonly #done: Promise<void>;
  readonly #ignore: () => void;
  #abort = new AbortController();
  #server: SyncServer | null = null;
  #unhear = () => {};
  #isStopped = false;
  #failures = 0;

  constructor(ports: LoopPorts) {
    this.#ports = ports;
    this.#report = createLoopReport(ports);
    this.#ignore = ports.isolation.onChange(() => {
      if (ports.isolation.isIsolated())
        this.#cut(new SyncFailure('isolated', 'This workspace was isolated: it was cut.'));
      this.poke('isolation');
    });
    this.#done = this.#main();
  }

  poke(why: Poke): void {
    this.#waiting.poke(why);
  }

  pause(isPaused: boolean): void {
    this.#ports.remember({ isPaused });
    if (isPaused) this.#cut(new SyncFailure('unreachable', 'Sync was paused.'));
    this.#ports.log('info', isPaused ? 'Sync was paused.' : 'Sync was resumed.');
    this.poke('isolation');
  }

  async checkDigests(): Promise<NonNullable<LoopState['digests']>> {
    if (this.#isHeld())
      throw new SyncFailure('isolated', 'Sync is paused or the workspace isolated.');
    const differing = await nameDifferences(this.#context(await this.#connected()));
    const digests = { at: this.#ports.clock.now(), differing };
    this.#report.set({ digests });
    if (differing.length > 0) {
      // What the server lacks is sent, what is missing here is read again.
      this.#ports.remember({ isCompareDue: true });
      this.poke('person');
    }
    return digests;
  }

  server(): SyncServer | null {
    return this.#server;
  }

  state(): LoopState {
    return this.#report.state();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#ignore();
    this.#cut(new SyncFailure('unreachable', 'Watchfloor ends.'));
    this.poke('isolation');
    await this.#done;
  }

  /** Ends what runs, at once. */
  #cut(why: SyncFailure): void {
    this.#abort.abort(why);
    void this.#drop();
  }

  async #drop(): Promise<void> {
    const old = this.#server;
    this.#server = null;
    this.#unhear();
    this.#unhear = () => {};
    if (old) await Promise.race([old.close().catch(() => {}), sleep(CLOSING_MS)]);
  }

  #isHeld(): boolean {
    const { isolation, memory } = this.#ports;
    return this.#isStopped || isolation.isIsolated() || memory().isPaused;
  }

  #context(server: SyncServer): RunContext {
    const { signal } = this.#abort;
    return { ...this.#ports, server, signal, progress: this.#report.progress };
  }

  async #connected(): Promise<SyncServer> {
    if (this.#server) return this.#server;
    const { signal } = this.#abort;
    const made = await this.#ports.connect(signal);
    if (signal.aborted) {
      await made.close().catch(() => {});
      throw signal.reason;
    }
    this.#server = made;
    const unhears = [
      made.onMoved((head) => {
        if (head !== this.#ports.replica.state().cursor) this.poke('hint');
      }),
      made.onPeople(() => this.#ports.peopleMoved?.(made)),
    ];
    this.#unhear = () => {
      for (const unhear of unhears) unhear();
    };
    return made;
  }

  async #runOnce(): Promise<void> {
    const { remember, clock, log, afterRun } = this.#ports;
    const server = await this.#connected();
    const found = await runSync(this.#context(server));
    const { rowsReceived, rowsSent } = this.state().figures;
    const figures = {
      rowsReceived: rowsReceived + found.received,
      rowsSent: rowsSent + found.sent,
    };
    remember({ lastSuccessAt: clock.now() });
    this.#report.set({ ...AT_REST, figures });
    if (this.#failures > 0) log('info', 'Sync goes on.');
    this.#failures = 0;
    if (found.received + found.sent > 0) log('info', words(found));
    try {
      await afterRun(found, server);
    } catch (cause) {
      if (cause instanceof SyncFailure) throw cause;
      log('problem', 'What follows a sync could not be done.', cause);
    }
  }

  /** How long to wait before it is tried again. */
  async #fail(error: unknown): Promise<number> {
    const { random, log, clock } = this.#ports;
    if (this.#abort.signal.aborted) {
      await this.#drop();
      return 0;
    }
    const failed = failedBy(error);
    this.#failures++;
    const wait = backoffMs(this.#failures, mannerOf(failed.kind).capMs, random);
    if (!KEEPS_CONNECTION.has(failed.kind)) await this.#drop();
    const isNew = this.state().problem?.kind !== failed.kind;
    if (isNew) log('problem', failed.cause, failed.unforeseen ?? undefined);
    this.#report.failed(failed, clock.now() + wait);
    return wait;
  }

  /** While isolated, paused. */
  async #hold(): Promise<void> {
    await this.#drop();
    this.#failures = 0;
    if (this.#isStopped) return;
    this.#report.rest(this.#ports.isolation.isIsolated() ? 'isolated' : 'paused');
    // A change alters what waits, and only that.
    const counts = (why: Poke) => why === 'isolation' || why === 'person' || why === 'change';
    await this.#waiting.until(Number.POSITIVE_INFINITY, counts);
  }

  /** Until the next sync: on time, or on a reason that there is. */
  async #rest(wait: number): Promise<void> {
    if (wait > 0) {
      const end = performance.now() + wait;
      for (;;) {
        const left = Math.max(0, end - performance.now());
        const why = await this.#waiting.until(left, (one) => one !== 'hint');
        if (why.size === 0 || [...why].some((one) => one !== 'change' && one !== 'hint')) return;
        // Not sooner for it; but what waits is said.
        this.#report.set({});
      }
    }
    for (;;) {
      const why = await this.#waiting.until(this.#ports.pollMs ?? POLL_MS, () => true);
      if ([...why].some((one) => one !== 'change') || why.size === 0) return;
      if (this.#ports.replica.backlog() > 0) break;
      this.#report.rest('up-to-date');
    }
    await this.#waiting.until(GATHER_MS, (why) => why === 'isolation');
  }

  async #main(): Promise<void> {
    while (!this.#isStopped) {
      if (this.#isHeld()) {
        await this.#hold();
        continue;
      }
      if (this.#abort.signal.aborted) this.#abort = new AbortController();
      let wait = 0;
      const begun = performance.now();
      try {
        await this.#runOnce();
      } catch (error) {
        wait = await this.#fail(error);
      }
      if (this.#isHeld()) continue;
      await this.#rest(wait);
      const early = APART_MS - (performance.now() - begun);
      if (early > 0) await this.#waiting.until(early, (why) => why === 'isolation');
    }
    await this.#drop();
  }
}

const AT_REST = { name: 'up-to-date', progress: null, problem: null, nextTryAt: null } as const;

const rows = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`;

function words({ received, sent, conflicts }: RunReport): string {
  const parts = [
    ...(received > 0 ? [`${rows(received)} received`] : []),
    ...(sent > 0 ? [`${rows(sent)} sent`] : []),
    ...(conflicts.length > 0 ? [`${conflicts.length} changed on both sides`] : []),
  ];
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

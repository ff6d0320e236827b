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
import { createLoopReport } from './loop-report.ts';
import { createWaiting } from './loop-wait.ts';
import { runSync } from './sync-run.ts';

/** The truth, where a hint was lost; some 0.5 kB each. */
const POLL_MS = MINUTE_MS;
/** Changes come in bursts. */
const GATHER_MS = 40;
/** Between the beginnings of two syncs: a server that hints without end costs a little, not everything. */
const APART_MS = 100;

/** A server that does not answer need not say good-bye. */
const CLOSING_MS = 1_000;

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
  const { isolation, replica, memory, log } = ports;
  const report = createLoopReport(ports);
  const waiting = createWaiting();
  let abort = new AbortController();
  let server: SyncServer | null = null;
  let unhear = () => {};
  let [isStopped, failures] = [false, 0];

  /** Ends what runs, at once. */
  function cut(why: SyncFailure): void {
    abort.abort(why);
    void drop();
  }

  async function drop(): Promise<void> {
    const old = server;
    server = null;
    unhear();
    unhear = () => {};
    if (old) await Promise.race([old.close().catch(() => {}), sleep(CLOSING_MS)]);
  }

  const isHeld = () => isStopped || isolation.isIsolated() || memory().isPaused;

  async function connected(): Promise<SyncServer> {
    if (server) return server;
    const made = await ports.connect(abort.signal);
    if (abort.signal.aborted) {
      await made.close().catch(() => {});
      throw abort.signal.reason;
    }
    server = made;
    unhear = made.onMoved((head) => {
      if (head !== replica.state().cursor) waiting.poke('hint');
    });
    return made;
  }

  async function runOnce(): Promise<RunReport> {
    const one = await connected();
    const context = { ...ports, server: one, signal: abort.signal, progress: report.progress };
    const found = await runSync(context);
    const { rowsReceived, rowsSent } = report.state().figures;
    const figures = {
      rowsReceived: rowsReceived + found.received,
      rowsSent: rowsSent + found.sent,
    };
    ports.remember({ lastSuccessAt: ports.clock.now() });
    report.set({ name: 'up-to-date', progress: null, problem: null, nextTryAt: null, figures });
    if (failures > 0) log('info', 'Sync goes on.');
    failures = 0;
    if (found.received + found.sent > 0) log('info', words(found));
    try {
      await ports.afterRun(found, one);
    } catch (cause) {
      if (cause instanceof SyncFailure) throw cause;
      log('problem', 'What follows a sync could not be done.', cause);
    }
    return found;
  }

  /** How long to wait before it is tried again. */
  async function fail(error: unknown): Promise<number> {
    if (abort.signal.aborted) {
      await drop();
      return 0;
    }
    const failed = failedBy(error);
    failures++;
    const wait = backoffMs(failures, mannerOf(failed.kind).capMs, ports.random);
    if (!KEEPS_CONNECTION.has(failed.kind)) await drop();
    const isNew = report.state().problem?.kind !== failed.kind;
    if (isNew) log('problem', failed.cause, failed.unforeseen ?? undefined);
    report.failed(failed, ports.clock.now() + wait);
    return wait;
  }

  async function hold(): Promise<void> {
    await drop();
    failures = 0;
    if (isStopped) return;
    report.rest(isolation.isIsolated() ? 'isolated' : 'paused');
    await waiting.until(Number.POSITIVE_INFINITY, (why) => why === 'isolation' || why === 'person');
  }

  /** Until the next sync: on time, or on a reason that there is. */
  async function rest(wait: number): Promise<void> {
    if (wait > 0) {
      await waiting.until(wait, (why) => why !== 'change' && why !== 'hint');
      return;
    }
    for (;;) {
      const why = await waiting.until(ports.pollMs ?? POLL_MS, () => true);
      if ([...why].some((one) => one !== 'change') || why.size === 0) return;
      if (replica.backlog() > 0) break;
      report.rest('up-to-date');
    }
    await waiting.until(GATHER_MS, (why) => why === 'isolation');
  }

  async function main(): Promise<void> {
    while (!isStopped) {
      if (isHeld()) {
        await hold();
        continue;
      }
      if (abort.signal.aborted) abort = new AbortController();
      let wait = 0;
      const begun = performance.now();
      try {
        await runOnce();
      } catch (error) {
        wait = await fail(error);
      }
      if (isHeld()) continue;
      await rest(wait);
      const early = APART_MS - (performance.now() - begun);
      if (early > 0) await waiting.until(early, (why) => why === 'isolation');
    }
    await drop();
  }

  const ignored = isolation.onChange(() => {
    if (isolation.isIsolated())
      cut(new SyncFailure('isolated', 'This workspace was isolated: the connection was cut.'));
    waiting.poke('isolation');
  });
  const done = main();

  return {
    poke: waiting.poke,
    pause(isPaused) {
      ports.remember({ isPaused });
      if (isPaused) cut(new SyncFailure('unreachable', 'Sync was paused.'));
      log('info', isPaused ? 'Sync was paused.' : 'Sync was resumed.');
      waiting.poke('isolation');
    },
    async checkDigests() {
      if (isHeld()) throw new SyncFailure('isolated', 'Sync is paused or the workspace isolated.');
      const one = await connected();
      const differing = await nameDifferences({
        ...{ ...ports, server: one, signal: abort.signal, progress: () => {} },
      });
      const digests = { at: ports.clock.now(), differing };
      report.set({ digests });
      if (differing.length > 0) {
        // What the server lacks is sent, what is missing here is read again.
        ports.remember({ isCompareDue: true });
        waiting.poke('person');
      }
      return digests;
    },
    server: () => server,
    state: report.state,
    async stop() {
      isStopped = true;
      ignored();
      cut(new SyncFailure('unreachable', 'Watchfloor ends.'));
      waiting.poke('isolation');
      await done;
    },
  };
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

function words({ received, sent, conflicts }: RunReport): string {
  const parts = [
    ...(received > 0 ? [`${rows(received)} received`] : []),
    ...(sent > 0 ? [`${rows(sent)} sent`] : []),
    ...(conflicts.length > 0 ? [`${conflicts.length} changed on both sides`] : []),
  ];
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

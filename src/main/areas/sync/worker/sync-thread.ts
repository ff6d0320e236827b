/** The thread of sync: its loop, what it hears from the core and what it tells it. */
import type { MessagePort } from 'node:worker_threads';
import { exhaustive } from '../../../../shared/kernel/exhaustive.ts';
import type { SyncServer } from '../sync-server.port.ts';
import { failedBy } from './failures.ts';
import type { LoopPorts, LoopState, RunReport } from './loop.types.ts';
import { createPresence } from './presence.ts';
import { createSyncLoop, type SyncLoop } from './sync-loop.ts';
import { type FromSyncThread, type ToSyncThread, toSyncThreadSchema } from './sync-thread-setup.ts';

/** The list of people changes rarely; asked again where somebody looks, or after so long. */
const PEOPLE_EVERY_MS = 10 * 60_000;

export interface SyncThreadDeps {
  readonly port: MessagePort;
  readonly loop: Omit<LoopPorts, 'tell' | 'afterRun' | 'peopleMoved'>;
  /** What follows a sync here: notifications, files to send. */
  afterRun(report: RunReport, server: SyncServer): void | Promise<void>;
  /** Brings a file of evidence here. */
  fetchFile(sha256: string, server: SyncServer): Promise<void>;
  /** Nothing runs any more: closes what is open. */
  closed(): void | Promise<void>;
}

export function runSyncThread(deps: SyncThreadDeps): void {
  const { port } = deps;
  const send = (message: FromSyncThread) => port.postMessage(message);
  let peopleAt = Number.NEGATIVE_INFINITY;

  async function tellPeople(server: SyncServer): Promise<void> {
    peopleAt = performance.now();
    send({ type: 'people', ...(await server.people()), at: deps.loop.clock.now() });
  }

  const loop = createSyncLoop({
    ...deps.loop,
    tell: (state: LoopState) => send({ type: 'state', state: plain(state) }),
    peopleMoved: (server) => void tellPeople(server).catch(() => {}),
    async afterRun(report, server) {
      if (performance.now() - peopleAt > PEOPLE_EVERY_MS) await tellPeople(server);
      presence.connected();
      await deps.afterRun(report, server);
    },
  });
  const presence = createPresence({
    server: () => loop.server(),
    hear: (others) => send({ type: 'presence', others: [...others] }),
  });

  const { check, fetchFile } = createAnswers(loop, deps, send);

  async function close(): Promise<void> {
    presence.stop();
    await loop.stop();
    await deps.closed();
    send({ type: 'closed' });
    port.close();
  }

  function hear(message: ToSyncThread): void {
    switch (message.type) {
      case 'poke':
        loop.poke(message.why);
        return;
      case 'pause':
        loop.pause(message.isPaused);
        return;
      case 'open':
        presence.set(message.records);
        return;
      case 'people': {
        const server = loop.server();
        if (server) void tellPeople(server).catch(() => {});
        return;
      }
      case 'check':
        void check(message.request);
        return;
      case 'fetch':
        void fetchFile(message.request, message.sha256);
        return;
      case 'close':
        void close();
        return;
      default:
        exhaustive(message);
    }
  }

  port.on('message', (message: unknown) => {
    const parsed = toSyncThreadSchema.safeParse(message);
    if (parsed.success) hear(parsed.data);
  });
}

/** Answers to questions that bear a number. */
function createAnswers(loop: SyncLoop, deps: SyncThreadDeps, send: (m: FromSyncThread) => void) {
  async function check(request: string): Promise<void> {
    try {
      const { at, differing } = await loop.checkDigests();
      const digests = { at, differing: [...differing] };
      send({ type: 'checked', request, digests, problem: null });
    } catch (error) {
      send({ type: 'checked', request, digests: null, problem: failedBy(error).cause });
    }
  }

  async function fetchFile(request: string, sha256: string): Promise<void> {
    const server = loop.server();
    try {
      if (server !== null) await deps.fetchFile(sha256, server);
      const problem = server === null ? 'The workspace’s server cannot be reached now.' : null;
      send({ type: 'fetched', request, problem });
    } catch (error) {
      send({ type: 'fetched', request, problem: failedBy(error).cause });
    }
  }

  return { check, fetchFile };
}

/** Arrays that may be cloned and changed. */
function plain(state: LoopState) {
  const { digests } = state;
  return { ...state, digests: digests && { ...digests, differing: [...digests.differing] } };
}

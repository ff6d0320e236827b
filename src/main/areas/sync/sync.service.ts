/** Sync as the core has it: the state that the thread told last, and what people ask of it. */
import type { SyncStateName } from '../../../shared/areas/sync/sync-state.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { FilesPage } from './blobs/files-page.service.ts';
import { personNames } from './conflicts/conflict-places.store.ts';
import type { RefusedService } from './refused/refused.service.ts';
import type { SyncService } from './sync.types.ts';
import type { LoopState } from './worker/loop.types.ts';
import { createRecordPresence } from './worker/record-presence.ts';
import { peopleOf, statusOf } from './worker/status-words.ts';
import type { FromSyncThread, ToSyncThread } from './worker/sync-thread-setup.ts';
import { createThreadNews, type NewsDeps } from './worker/thread-news.ts';
import { createRequests } from './worker/thread-requests.ts';
import { listLog, readMemory } from './worker/worker.store.ts';

export type ConflictCalls = Pick<
  SyncService,
  'conflicts' | 'conflict' | 'takeOther' | 'accept' | 'undo'
> & { openCount(): number };

export interface SyncServiceDeps extends NewsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly conflicts: ConflictCalls;
  readonly refused: RefusedService;
  readonly files: FilesPage;
  readonly membership: () => 'none' | 'joined' | 'revoked';
  readonly isIsolated: () => boolean;
  readonly thread: { isRunning(): boolean; send(message: ToSyncThread): void };
}

/** A comparison reads every table on both sides. */
const CHECK_WITHIN_MS = 10 * 60_000;

/** The server is asked no more often, however often the page asks. */
const PEOPLE_EVERY_MS = 30_000;

export function createSyncService(deps: SyncServiceDeps) {
  const { thread } = deps;
  const news = createThreadNews(deps);
  const asked = createRequests();
  const presence = createRecordPresence({
    clock: deps.clock,
    open: (records) => thread.send({ type: 'open', records: [...records] }),
    known: () => news.people() ?? { members: [], seats: [] },
  });
  const pausing = createPausing(deps);
  const stateName = (): SyncStateName => nameOf(deps, news.state(), pausing.isPaused());

  /** Sends and waits for the answer of that number. */
  async function ask(make: (request: string) => ToSyncThread): Promise<FromSyncThread> {
    if (!thread.isRunning()) throw new AppError('unavailable', 'Sync is not running now.');
    const request = deps.newId();
    const answer = asked.wait(request, CHECK_WITHIN_MS);
    thread.send(make(request));
    return answer;
  }

  function hear(message: Exclude<FromSyncThread, { type: 'event' | 'log' | 'unused' }>): void {
    if (message.type === 'state') news.heardState(message.state);
    else if (message.type === 'people') news.heardPeople(message);
    else if (message.type === 'presence') {
      if (presence.heard(message.others)) deps.changed('sync_presence');
    } else if (message.type !== 'closed') asked.answer(message.request, message);
  }

  return {
    service: createCalls(deps, { news, presence, stateName, ask, pausing }),
    hear,
    stateName,
    /** What the workstation of a node is called; null where that is not known. */
    labelOf: (node: string): string | null =>
      news.people()?.seats.find(({ nodeId }) => nodeId === node)?.label ?? null,
    /** Brings a file of evidence here. @throws AppError 'unavailable' with the cause */
    async fetchFile(sha256: string): Promise<void> {
      const answer = await ask((request) => ({ type: 'fetch', request, sha256 }));
      if (answer.type === 'fetched' && answer.problem !== null)
        throw new AppError('unavailable', answer.problem);
    },
    /** The thread ended by itself, and begins again. */
    died(): void {
      pausing.forget();
      asked.giveUp();
      news.died(deps.clock.now());
    },
    /** The thread ended: whoever waits for it need not. */
    ended(): void {
      pausing.forget();
      asked.giveUp();
      news.ended();
    },
    start: presence.start,
  };
}

/** The thread writes down whether it is paused a moment after it was told: what was said last counts. */
function createPausing({ db, thread }: SyncServiceDeps) {
  let said: boolean | null = null;
  return {
    isPaused: (): boolean => said ?? db.read('sync.memory', readMemory).isPaused,
    say(isPaused: boolean): void {
      if (thread.isRunning()) said = isPaused;
      thread.send({ type: 'pause', isPaused });
    },
    /** The thread ended, and may not have come to it. */
    forget(): void {
      said = null;
    },
  };
}

function nameOf(deps: SyncServiceDeps, last: LoopState | null, isPaused: boolean): SyncStateName {
  const membership = deps.membership();
  if (membership === 'none') return 'off';
  if (membership === 'revoked') return 'revoked';
  if (deps.isIsolated()) return 'isolated';
  if (isPaused) return 'paused';
  // Resumed: the thread has not said so yet.
  return last === null || last.name === 'paused' ? 'waiting' : last.name;
}

interface Parts {
  readonly news: ReturnType<typeof createThreadNews>;
  readonly presence: ReturnType<typeof createRecordPresence>;
  readonly stateName: () => SyncStateName;
  readonly ask: (make: (request: string) => ToSyncThread) => Promise<FromSyncThread>;
  readonly pausing: ReturnType<typeof createPausing>;
}

/** What the routes ask for. */
function createCalls(deps: SyncServiceDeps, parts: Parts): SyncService {
  const { db, thread, clock } = deps;
  const { news, presence, stateName, ask, pausing } = parts;
  const { refused, files } = deps;
  const { openCount, ...conflictCalls } = deps.conflicts;
  let peopleAskedAt = Number.NEGATIVE_INFINITY;
  return {
    ...conflictCalls,
    status() {
      const counts = { openConflicts: openCount(), refused: refused.count() };
      return statusOf(stateName(), news.state(), counts, lastSuccess(db));
    },
    refused: {
      list: refused.list,
      retry(actor) {
        refused.retry(actor);
        thread.send({ type: 'poke', why: 'person' });
      },
    },
    files: {
      files: files.files,
      setPolicy(choice, actor) {
        files.setPolicy(choice, actor);
        thread.send({ type: 'poke', why: 'person' });
      },
    },
    people() {
      const isDue = clock.now() - peopleAskedAt > PEOPLE_EVERY_MS;
      if (isDue) {
        peopleAskedAt = clock.now();
        thread.send({ type: 'people' });
      }
      return peopleOf(news.people(), db.read('sync.names', personNames));
    },
    present: presence.present,
    log: () =>
      db.read('sync.log', listLog).map(({ at, kind, text }) => ({
        ...{ at: toIso(at), text },
        level: kind === 'problem' ? ('problem' as const) : ('info' as const),
      })),
    syncNow() {
      assertCanSync(stateName());
      thread.send({ type: 'poke', why: 'person' });
    },
    async checkDigests() {
      assertCanSync(stateName());
      const answer = await ask((request) => ({ type: 'check', request }));
      const checked = answer.type === 'checked' ? answer : null;
      if (!checked?.digests)
        throw new AppError('unavailable', checked?.problem ?? 'It ended early. Try again.');
      const { at, differing } = checked.digests;
      return { at: toIso(at), differing: [...differing] };
    },
    pause: () => pausing.say(true),
    resume: () => pausing.say(false),
  };
}

function assertCanSync(state: SyncStateName): void {
  if (state === 'off') throw new AppError('conflict', 'This workstation has joined no workspace.');
  if (state === 'isolated')
    throw new AppError('conflict', 'The workspace is isolated: nothing leaves this machine.');
  if (state === 'paused') throw new AppError('conflict', 'Sync is paused. Resume it first.');
  if (state === 'revoked')
    throw new AppError('conflict', 'The workspace no longer takes this workstation.');
}

const lastSuccess = (db: Database): number | null =>
  db.read('sync.memory', readMemory).lastSuccessAt;

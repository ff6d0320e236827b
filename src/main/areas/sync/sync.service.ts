/** Sync as the core has it: the state that the thread told last, and what people ask of it. */
import type {
  SyncPeople,
  SyncStateName,
  SyncStatus,
} from '../../../shared/areas/sync/sync-state.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { SyncService } from './sync.types.ts';
import type { Member, Seat } from './wire.ts';
import type { LoopState } from './worker/loop.types.ts';
import { createRecordPresence } from './worker/record-presence.ts';
import type { FromSyncThread, ToSyncThread } from './worker/sync-thread-setup.ts';
import { listLog, readMemory } from './worker/worker.store.ts';

export type ConflictCalls = Pick<
  SyncService,
  'conflicts' | 'conflict' | 'takeOther' | 'accept' | 'undo'
> & { openCount(): number };

export interface SyncServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly conflicts: ConflictCalls;
  readonly membership: () => 'none' | 'joined' | 'revoked';
  readonly isIsolated: () => boolean;
  readonly thread: { isRunning(): boolean; send(message: ToSyncThread): void };
  /** Something that the page shows has changed. */
  changed(resource: 'sync' | 'sync_presence' | 'connection'): void;
  /** Accounts follow the people of the workspace; a login that no longer counts. */
  followPeople(found: { members: Member[]; seats: Seat[] }): void;
  markRevoked(): void;
}

const DIED = {
  kind: 'database',
  cause: 'The part of Watchfloor that syncs ended unexpectedly.',
  cure: 'It begins again by itself; nothing is lost. Where this lasts, restart Watchfloor; its log says more.',
} as const;
const UNKNOWN: LoopState = {
  ...{ name: 'waiting', progress: null, problem: null, nextTryAt: null, backlog: 0 },
  ...{ lastSuccessAt: null, clock: null, digests: null },
  figures: { rowsReceived: 0, rowsSent: 0 },
};

/** A comparison reads every table on both sides. */
const CHECK_WITHIN_MS = 10 * 60_000;

/** The server is asked no more often, however often the page asks. */
const PEOPLE_EVERY_MS = 30_000;

/** Without the moments that move by themselves. */
const textOf = ({ members, seats }: { members: Member[]; seats: Seat[] }): string =>
  JSON.stringify([members, seats.map((seat) => ({ ...seat, lastSeenAt: null }))]);

export function createSyncService(deps: SyncServiceDeps) {
  const { db, thread } = deps;
  let last: LoopState | null = null;
  let people: (Extract<FromSyncThread, { type: 'people' }> & { readonly at: number }) | null = null;
  let peopleAskedAt = Number.NEGATIVE_INFINITY;
  const asked = createRequests();
  const presence = createRecordPresence({
    clock: deps.clock,
    open: (records) => thread.send({ type: 'open', records: [...records] }),
    known: () => people ?? { members: [], seats: [] },
  });

  function stateName(): SyncStateName {
    const membership = deps.membership();
    if (membership === 'none') return 'off';
    if (membership === 'revoked') return 'revoked';
    if (deps.isIsolated()) return 'isolated';
    if (db.read('sync.memory', readMemory).isPaused) return 'paused';
    return last?.name ?? 'waiting';
  }

  /** Sends and waits for the answer of that number. */
  async function ask(make: (request: string) => ToSyncThread): Promise<FromSyncThread> {
    if (!thread.isRunning()) throw new AppError('unavailable', 'Sync is not running now.');
    const request = deps.newId();
    const answer = asked.wait(request, CHECK_WITHIN_MS);
    thread.send(make(request));
    return answer;
  }

  const { openCount, ...conflictCalls } = deps.conflicts;
  const service: SyncService = {
    ...conflictCalls,
    status: () => statusOf(stateName(), last, openCount(), lastSuccess(db)),
    people: () => {
      const now = deps.clock.now();
      if (now - peopleAskedAt > PEOPLE_EVERY_MS) thread.send({ type: 'people' });
      if (now - peopleAskedAt > PEOPLE_EVERY_MS) peopleAskedAt = now;
      return peopleOf(people);
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
      if (answer.type !== 'checked' || answer.digests === null)
        throw new AppError(
          'unavailable',
          answer.type === 'checked' ? (answer.problem ?? 'It ended early.') : 'It ended early.',
        );
      const { at, differing } = answer.digests;
      return { at: toIso(at), differing: [...differing] };
    },
    pause: () => thread.send({ type: 'pause', isPaused: true }),
    resume: () => thread.send({ type: 'pause', isPaused: false }),
  };

  function heardState(state: LoopState): void {
    const isOther = state.name !== last?.name;
    last = state;
    if (state.name === 'revoked') deps.markRevoked();
    deps.changed('sync');
    if (isOther) deps.changed('connection');
  }

  function heardPeople(found: Extract<FromSyncThread, { type: 'people' }>): void {
    const isSame = people !== null && textOf(people) === textOf(found);
    people = found;
    deps.followPeople(found);
    if (!isSame) deps.changed('sync');
  }

  function hear(message: Exclude<FromSyncThread, { type: 'event' | 'log' | 'unused' }>): void {
    if (message.type === 'state') heardState(message.state);
    else if (message.type === 'people') heardPeople(message);
    else if (message.type === 'presence') {
      if (presence.heard(message.others)) deps.changed('sync_presence');
    } else if (message.type !== 'closed') asked.answer(message.request, message);
  }

  return {
    service,
    hear,
    stateName,
    /** What the workstation of a node is called; null where that is not known. */
    labelOf: (node: string): string | null =>
      people?.seats.find(({ nodeId }) => nodeId === node)?.label ?? null,
    /** Brings a file of evidence here. @throws AppError 'unavailable' with the cause */
    async fetchFile(sha256: string): Promise<void> {
      const answer = await ask((request) => ({ type: 'fetch', request, sha256 }));
      if (answer.type === 'fetched' && answer.problem !== null)
        throw new AppError('unavailable', answer.problem);
    },
    /** The thread ended by itself; what it had done is kept. */
    died(): void {
      asked.giveUp();
      const problem = { ...DIED, since: last?.problem?.since ?? deps.clock.now() };
      heardState({ ...(last ?? UNKNOWN), name: 'waiting', progress: null, problem });
    },
    /** The thread ended: whoever waits for it need not. */
    ended(): void {
      last = null;
      asked.giveUp();
      deps.changed('sync');
      deps.changed('connection');
    },
    start: presence.start,
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

const iso = (at: number | null): string | null => (at === null ? null : toIso(at));

function statusOf(
  state: SyncStateName,
  last: LoopState | null,
  openConflicts: number,
  lastSuccessAt: number | null,
): SyncStatus {
  const problem = last?.problem ?? null;
  return {
    state,
    progress: state === 'syncing' ? (last?.progress ?? null) : null,
    problem: problem && { ...problem, since: toIso(problem.since) },
    nextTryAt: iso(last?.nextTryAt ?? null),
    backlog: last?.backlog ?? 0,
    lastSuccessAt: iso(lastSuccessAt),
    clock: last?.clock ?? null,
    openConflicts,
    digests: last?.digests
      ? { at: toIso(last.digests.at), differing: [...last.digests.differing] }
      : null,
    figures: last?.figures ?? { rowsReceived: 0, rowsSent: 0 },
  };
}

function peopleOf(
  found: { readonly members: Member[]; readonly seats: Seat[]; readonly at: number } | null,
): SyncPeople {
  if (found === null) return { people: [], workstations: [], asOf: null };
  const names = new Map(found.members.map(({ id, name }) => [id, name]));
  return {
    people: found.members.map(({ revokedAt, ...member }) => ({
      ...member,
      isRevoked: revokedAt !== null,
    })),
    workstations: found.seats.map((seat) => ({
      ...{ id: seat.id, label: seat.label, isYou: seat.isYou },
      people: seat.people.map((id) => names.get(id) ?? id),
      joinedAt: iso(seat.joinedAt),
      lastSeenAt: iso(seat.lastSeenAt),
      isRevoked: seat.revokedAt !== null,
    })),
    asOf: toIso(found.at),
  };
}

/** Questions to the thread, by number. */
function createRequests() {
  const waiting = new Map<string, { resolve(message: FromSyncThread): void; reject(): void }>();
  return {
    wait(request: string, withinMs: number): Promise<FromSyncThread> {
      return new Promise((resolve, refuse) => {
        const reject = () => {
          waiting.delete(request);
          clearTimeout(timer);
          refuse(new AppError('unavailable', 'Sync ended before this was done. Try again.'));
        };
        const timer = setTimeout(reject, withinMs);
        waiting.set(request, {
          resolve(message) {
            clearTimeout(timer);
            resolve(message);
          },
          reject,
        });
      });
    },
    answer(request: string, message: FromSyncThread): void {
      waiting.get(request)?.resolve(message);
      waiting.delete(request);
    },
    giveUp: () => {
      for (const { reject } of waiting.values()) reject();
    },
  };
}

/** What the thread tells: its state and the people of the workspace, as they were last. */
import type { Member, Seat } from '../wire.ts';
import type { LoopState } from './loop.types.ts';
import type { FromSyncThread } from './sync-thread-setup.ts';

export interface NewsDeps {
  /** Something that the page shows has changed. */
  changed(resource: 'sync' | 'sync_presence' | 'connection'): void;
  /** Accounts follow the people of the workspace; a login that no longer counts. */
  followPeople(found: { members: Member[]; seats: Seat[] }): void;
  markRevoked(): void;
}

type People = Extract<FromSyncThread, { type: 'people' }>;

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

/** Without the moments that move by themselves. */
const textOf = ({ members, seats }: { members: Member[]; seats: Seat[] }): string =>
  JSON.stringify([members, seats.map((seat) => ({ ...seat, lastSeenAt: null }))]);

export function createThreadNews({ changed, followPeople, markRevoked }: NewsDeps) {
  let state: LoopState | null = null;
  let people: People | null = null;

  function heardState(next: LoopState): void {
    const isOther = next.name !== state?.name;
    state = next;
    if (next.name === 'revoked') markRevoked();
    changed('sync');
    if (isOther) changed('connection');
  }

  return {
    state: () => state,
    people: () => people,
    heardState,
    heardPeople(found: People): void {
      const isSame = people !== null && textOf(people) === textOf(found);
      people = found;
      followPeople(found);
      if (!isSame) changed('sync');
    },
    /** The thread ended by itself; what it had done is kept. */
    died(now: number): void {
      const problem = { ...DIED, since: state?.problem?.since ?? now };
      heardState({ ...(state ?? UNKNOWN), name: 'waiting', progress: null, problem });
    },
    ended(): void {
      state = null;
      changed('sync');
      changed('connection');
    },
  };
}

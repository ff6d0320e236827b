/** The state as it is told: at once where its name changes, some times a second where figures do. */
import { type Failed, mannerOf } from './failures.ts';
import type { LoopPorts, LoopProgress, LoopState } from './loop.types.ts';
import { clockNote } from './sync-clock.ts';

const TELL_EVERY_MS = 250;

export type LoopReport = ReturnType<typeof createLoopReport>;

export function createLoopReport({ clock, memory, replica, tell }: LoopPorts) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let state: LoopState = {
    ...{ name: 'waiting', progress: null, problem: null, nextTryAt: null },
    ...{ backlog: 0, digests: null, figures: { rowsReceived: 0, rowsSent: 0 } },
    ...{ lastSuccessAt: memory().lastSuccessAt, clock: null },
  };

  function set(change: Partial<LoopState>): void {
    const { clockOffsetMs, lastSuccessAt } = memory();
    const note = clockNote(clockOffsetMs);
    const corrected = note === null ? null : { offsetMs: clockOffsetMs, note };
    state = { ...state, ...change, clock: corrected, lastSuccessAt, backlog: replica.backlog() };
    toldAt = performance.now();
    tell(state);
  }

  return {
    state: () => state,
    set,
    rest(name: 'isolated' | 'paused' | 'up-to-date' | 'waiting', nextTryAt: number | null = null) {
      // What is written while nothing may leave is counted all the same.
      const isCounted = state.backlog === replica.backlog();
      const isSame = state.name === name && state.nextTryAt === nextTryAt && isCounted;
      if (!isSame || state.progress !== null || name === 'up-to-date')
        set({ name, progress: null, problem: null, nextTryAt });
    },
    progress(progress: LoopProgress) {
      if (performance.now() - toldAt < TELL_EVERY_MS && state.name === 'syncing') return;
      set({ name: 'syncing', progress });
    },
    failed({ kind, cause }: Failed, nextTryAt: number): void {
      const since = state.problem?.kind === kind ? state.problem.since : clock.now();
      const problem = { kind, cause, cure: mannerOf(kind).cure, since };
      const name = kind === 'revoked' ? 'revoked' : mannerOf(kind).passes ? 'waiting' : 'problem';
      set({ name, progress: null, problem, nextTryAt });
    },
  };
}

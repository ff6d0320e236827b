/** What one run may use: calls, tools, and its time. A run at its limit may still write its summary. */
import type { Place } from '../../../shared/areas/models/address.rules.ts';
import { ModelFailure } from '../../platform/model-port.ts';

export interface RunLimits {
  readonly maxCalls: number;
  readonly maxTools: number;
  /** Of the whole run, ms, by where the model stands. */
  readonly totalMs: Readonly<Record<'loopback' | 'remote', number>>;
}

interface Run {
  readonly startedAt: number;
  calls: number;
  tools: number;
}

/** Runs nobody ended are forgotten after so long. */
const FORGET_MS = 60 * 60 * 1000;

export const reachOf = (place: Place): 'loopback' | 'remote' =>
  place === 'loopback' ? 'loopback' : 'remote';

/** `elapsed`: milliseconds of a clock that nobody sets. */
export function createRunBudgets(limits: RunLimits, elapsed: () => number) {
  const runs = new Map<string, Run>();

  function sweep(now: number): void {
    for (const [id, { startedAt }] of runs) if (now - startedAt > FORGET_MS) runs.delete(id);
  }

  return {
    /**
     * Counts a call in, and says how many milliseconds it has. With tools it must be within the
     * limits; without, one more is let through: the summary.
     * @throws ModelFailure 'budget' | 'timeout'
     */
    enter(runId: string, place: Place, hasTools: boolean): number {
      const now = elapsed();
      sweep(now);
      const run = runs.get(runId) ?? { startedAt: now, calls: 0, tools: 0 };
      runs.set(runId, run);
      const { maxCalls, maxTools } = limits;
      if (run.calls >= (hasTools ? maxCalls : maxCalls + 1))
        throw new ModelFailure('budget', `This run has used its ${maxCalls} calls.`);
      if (hasTools && run.tools >= maxTools)
        throw new ModelFailure('budget', `This run has used its ${maxTools} calls of tools.`);
      const total = limits.totalMs[reachOf(place)];
      const left = total - (now - run.startedAt);
      if (left <= 0)
        throw new ModelFailure('timeout', `This run has used its ${total / 1000} seconds.`);
      run.calls += 1;
      return left;
    },
    /** How many of the tools that a model asks for are within the limit. */
    takeTools(runId: string, asked: number): number {
      const run = runs.get(runId);
      if (!run) return 0;
      const taken = Math.max(0, Math.min(asked, limits.maxTools - run.tools));
      run.tools += taken;
      return taken;
    },
    end: (runId: string): void => {
      runs.delete(runId);
    },
  };
}
export type RunBudgets = ReturnType<typeof createRunBudgets>;

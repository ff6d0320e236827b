import type { JobFunction } from '../../jobs/job.ts';
import { type RunSteps, runAsJob } from './run-action.ts';

/** An undo or redo of many rows. */
export function createDeskRunJob(steps: RunSteps): JobFunction {
  return async (input, context): Promise<{ actionId: string }> => {
    const { actionId } = input as { actionId: string };
    await runAsJob(context, actionId, steps);
    return { actionId };
  };
}

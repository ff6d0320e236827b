import type { JobRunner } from '../../jobs/job-runner.ts';
import type { QuantJobInput } from './quant.jobs.ts';

/** So long an answer waits for figures that are being drawn; then it says that they are. */
const PATIENCE_MS = 3_000;

/**
 * Has figures drawn, each once at a time. What is returned resolves to true where they are there by
 * now, or where nobody can draw them.
 */
export function createDrawing(runner: JobRunner) {
  const underWay = new Map<string, Promise<unknown>>();

  async function run(key: string, input: QuantJobInput, title: string): Promise<void> {
    try {
      const started = runner.start({
        ...{ kind: 'risk-quant', title, unit: 'risks', total: 1, startedBy: null, input },
      });
      await started.finished;
    } catch {
      // The job says itself why it failed; the figures are missing, and drawn when next asked for.
    } finally {
      underWay.delete(key);
    }
  }

  return async (key: string, input: QuantJobInput, title: string): Promise<boolean> => {
    const known = underWay.get(key);
    const running = known ?? run(key, input, title);
    if (!known) underWay.set(key, running);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE_MS);
    });
    const isDone = await Promise.race([running.then(() => true), patience]);
    clearTimeout(timer);
    return isDone;
  };
}

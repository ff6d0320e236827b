export interface ThrottleDeps {
  readonly intervalMs: number;
  /** Runs a function after a delay. */
  later(run: () => void, delayMs: number): void;
}

/**
 * Runs `work(key)` at once, then at most once per interval and never twice at a time; what is asked
 * for in between runs once at the end. So a burst costs little and its last change is never missed.
 */
export function createThrottle(
  deps: ThrottleDeps,
  work: (key: string) => Promise<unknown>,
): (key: string) => void {
  const askedAgain = new Map<string, boolean>();
  async function run(key: string): Promise<void> {
    do {
      askedAgain.set(key, false);
      const pause = new Promise<void>((resolve) => deps.later(resolve, deps.intervalMs));
      await Promise.allSettled([work(key), pause]);
    } while (askedAgain.get(key));
    askedAgain.delete(key);
  }
  return (key) => {
    if (askedAgain.has(key)) askedAgain.set(key, true);
    else void run(key);
  };
}

/**
 * Work that follows changes by itself: begun once they have come to rest for a moment, never put off
 * for ever, one run at a time, and again where something came meanwhile.
 */
export interface SettledRunOptions {
  /** Ms without a further change. */
  readonly quietMs: number;
  /** Ms after which it begins although changes go on. */
  readonly longestWaitMs: number;
  /** Ms until it is tried again after a failure, such as a full disk. */
  readonly retryMs: number;
  /** What is to be done; says when to come again where it could not be done now. */
  look(again: { soon(): void; after(ms: number): void }): Promise<void>;
  onFailure(cause: unknown): void;
}

export interface SettledRun {
  /** Something changed. */
  soon(): void;
  /** From now on it runs; returns what stops it. */
  start(): () => void;
}

export function createSettledRun(options: SettledRunOptions): SettledRun {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let isRunning = false;
  let isAgain = false;
  let isStopped = true;

  function after(ms: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), ms);
    timer.unref();
  }

  function soon(): void {
    if (isRunning) {
      isAgain = true;
      return;
    }
    since ??= performance.now();
    const waited = performance.now() - since;
    after(Math.max(0, Math.min(options.quietMs, options.longestWaitMs - waited)));
  }

  async function run(): Promise<void> {
    since = undefined;
    if (isRunning || isStopped) return;
    isRunning = true;
    isAgain = false;
    try {
      await options.look({
        soon: () => {
          isAgain = true;
        },
        after,
      });
    } catch (cause) {
      if (!isStopped) options.onFailure(cause);
      after(options.retryMs);
    } finally {
      isRunning = false;
      if (isAgain) soon();
    }
  }

  return {
    soon,
    start() {
      isStopped = false;
      soon();
      return () => {
        isStopped = true;
        clearTimeout(timer);
      };
    },
  };
}

/** Waits until it is time or somebody has a reason not to; reasons that came while busy are not lost. */
import type { Poke } from './loop.types.ts';

export interface Waiting {
  poke(why: Poke): void;
  /** Resolves with the reasons since the last time, or with none when the time is up. */
  until(ms: number, counts: (why: Poke) => boolean): Promise<ReadonlySet<Poke>>;
}

export function createWaiting(): Waiting {
  const pending = new Set<Poke>();
  let wake: (() => void) | undefined;
  let counting: (why: Poke) => boolean = () => false;

  return {
    poke(why) {
      pending.add(why);
      if (counting(why)) wake?.();
    },
    async until(ms, counts) {
      if (![...pending].some(counts)) {
        counting = counts;
        await new Promise<void>((resolve) => {
          const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
        counting = () => false;
      }
      const found = new Set(pending);
      pending.clear();
      return found;
    },
  };
}

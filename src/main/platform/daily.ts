import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Often enough that a day that begins while the machine sleeps is noticed soon after it wakes. */
const LOOK_EVERY_MS = 30_000;

export interface DailyDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly lookEveryMs?: number;
}

/** The day on this machine's own calendar: midnight is when the people here say it is. */
function localDay(at: number): string {
  return new Date(at).toDateString();
}

/** Does something at once and then whenever a new day has begun. A failure waits for the next look. */
export function startDaily({ clock, log, lookEveryMs }: DailyDeps, run: () => void): () => void {
  let doneFor: string | undefined;
  const look = () => {
    const today = localDay(clock.now());
    if (today === doneFor) return;
    try {
      run();
      doneFor = today;
    } catch (error) {
      log.error('the daily check failed', { cause: error });
    }
  };
  look();
  const timer = setInterval(look, lookEveryMs ?? LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

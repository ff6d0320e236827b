/**
 * Sessions that end later than any can: a clock that was ahead made them, and was set right since; or it is behind
 * for a moment. Such a one lives for its lifetime from when it was first met. Once the clock is no longer behind,
 * its own end counts again: a clock that was wrong for a moment signs nobody out.
 */
import { MINUTE_MS } from '../../../shared/kernel/time.ts';
import { SESSION_LIFETIME_MS } from '../../http/session.ts';

/** Clocks are put back by seconds all the time. */
const CLOCK_SLACK_MS = MINUTE_MS;

export function createAheadSessions() {
  const metAt = new Map<string, number>();
  return {
    /** @param expire When it ends by itself; both in ms of the clock. */
    isOver(sid: string, expire: number, now: number): boolean {
      if (expire <= now + SESSION_LIFETIME_MS + CLOCK_SLACK_MS) {
        metAt.delete(sid);
        return false;
      }
      const met = Math.min(metAt.get(sid) ?? now, now);
      const isOver = now - met >= SESSION_LIFETIME_MS;
      if (isOver) metAt.delete(sid);
      else metAt.set(sid, met);
      return isOver;
    },
  };
}

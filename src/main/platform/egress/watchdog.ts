import { EgressFailure, type EgressLimits } from '../egress-port.ts';

const seconds = (ms: number): string => `${ms / 1000} seconds`;

/** Bites once: where an answer does not begin, where it stops in the middle, where it takes too long. */
export function createWatchdog(
  { beginMs, idleMs, totalMs }: EgressLimits,
  host: string,
  bite: (failure: EgressFailure) => void,
) {
  const after = (ms: number, kind: 'timeout' | 'stalled', text: string) =>
    setTimeout(() => bite(new EgressFailure(kind, text)), ms);
  const whole = after(totalMs, 'timeout', `${host} took longer than ${seconds(totalMs)}.`);
  const begin = `${host} did not begin to answer for ${seconds(beginMs)}.`;
  let timer = after(beginMs, 'timeout', begin);
  return {
    /** Somebody waits for the next piece. */
    wait() {
      clearTimeout(timer);
      const text = `${host} stopped in the middle of its answer for ${seconds(idleMs)}.`;
      timer = after(idleMs, 'stalled', text);
    },
    /** It has come; whoever reads it may take their time, as far as the whole allows. */
    rest: () => clearTimeout(timer),
    stop() {
      clearTimeout(timer);
      clearTimeout(whole);
    },
  };
}

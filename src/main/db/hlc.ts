/**
 * Hybrid logical clock (Kulkarni et al., "Logical Physical Clocks", 2014). A stamp is text that
 * sorts like time: 12 hex digits of milliseconds, 4 of a counter, '-', the node's id.
 */
export interface HlcState {
  readonly wallMs: number;
  readonly counter: number;
}

const MAX_COUNTER = 0xffff;

/** The next stamp is after every earlier one, also when the wall clock runs backwards. */
export function nextHlc(last: HlcState, nowMs: number): HlcState {
  if (nowMs > last.wallMs) return { wallMs: nowMs, counter: 0 };
  if (last.counter < MAX_COUNTER) return { wallMs: last.wallMs, counter: last.counter + 1 };
  return { wallMs: last.wallMs + 1, counter: 0 };
}

export function hlcToStamp(state: HlcState, nodeId: string): string {
  return `${state.wallMs.toString(16).padStart(12, '0')}${state.counter.toString(16).padStart(4, '0')}-${nodeId}`;
}

export function stampToHlc(stamp: string): HlcState {
  return {
    wallMs: Number.parseInt(stamp.slice(0, 12), 16),
    counter: Number.parseInt(stamp.slice(12, 16), 16),
  };
}

/** Half a century before and after it a stamp of something that came with the product lies the other way round. */
const BORN_AROUND_MS = Date.UTC(2012, 0, 1);

/**
 * The stamp of a row that comes with the product, made at a moment: before every stamp of a decision, so that
 * whatever somebody decided about the row stands, and the earlier it was made the later it is, so that of
 * workstations that all have the row the first one's stands and the others change nothing.
 */
export function bornHlc({ wallMs, counter }: HlcState): HlcState {
  return {
    wallMs: Math.max(0, 2 * BORN_AROUND_MS - wallMs),
    counter: MAX_COUNTER - counter,
  };
}

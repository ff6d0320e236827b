/** What one brought file may cost: bytes that come out of its archives, members, depth, time. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type IntakeLimits,
  type LimitKind,
  limitText,
} from '../../../../shared/areas/forensics/intake/intake.rules.ts';

/** Reading stops here; what came before is kept. Its message is the sentence for the receipt. */
export class LimitReached extends Error {
  readonly kind: LimitKind;
  constructor(kind: LimitKind, limits: IntakeLimits) {
    super(limitText(kind, limits));
    this.kind = kind;
  }
}

/** Longer than this the thread hears no cancel. */
const TURN_MS = 30;
const MINUTE_MS = 60_000;

export interface Budget {
  /** Bytes came out of an archive. @throws LimitReached. */
  expand(bytes: number): void;
  /** A member was found. @throws LimitReached. */
  member(): void;
  /** @throws where the job was cancelled or its time is over. */
  check(): void;
  /** As `check`, and lets the thread hear what was sent to it. */
  breathe(): Promise<void>;
}

/** @param size Of the brought file, in bytes. */
export function createBudget(size: number, limits: IntakeLimits, signal: AbortSignal): Budget {
  const until = performance.now() + limits.minutes * MINUTE_MS;
  let expanded = 0;
  let members = 0;
  let turnedAt = performance.now();
  const check = () => {
    signal.throwIfAborted();
    if (performance.now() > until) throw new LimitReached('minutes', limits);
  };
  return {
    check,
    expand(bytes) {
      expanded += bytes;
      if (expanded > limits.expandedBytes) throw new LimitReached('expandedBytes', limits);
      if (expanded > limits.ratioFrom && expanded > limits.ratio * size)
        throw new LimitReached('ratio', limits);
    },
    member() {
      members++;
      if (members > limits.entries) throw new LimitReached('entries', limits);
    },
    async breathe() {
      check();
      if (performance.now() - turnedAt < TURN_MS) return;
      await nextTurn();
      turnedAt = performance.now();
      check();
    },
  };
}

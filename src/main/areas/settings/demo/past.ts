import type { Caller, WriteTx } from '../../../db/write-door.ts';

/**
 * What happened before now, by whom. Collected in any order, then written moment by moment through
 * the write door, so that audit log, stamps and change records are those of a workspace that lived
 * through it.
 */
export interface Past {
  add(at: number, caller: Caller, write: (tx: WriteTx) => void): void;
  replay(tx: WriteTx): void;
}

interface Moment {
  readonly at: number;
  readonly caller: Caller;
  readonly write: (tx: WriteTx) => void;
}

/** @param end The moment of the last thing that happened; nothing may come after it. */
export function createPast(end: number): Past {
  const moments: Moment[] = [];
  return {
    add(at, caller, write) {
      if (at > end)
        throw new Error(`The demo's past ends at ${end}, this is at ${at}: ${caller.action}`);
      moments.push({ at, caller, write });
    },
    replay(tx) {
      moments.sort((a, b) => a.at - b.at);
      for (const { at, caller, write } of moments) tx.asOf(at, caller, write);
    },
  };
}

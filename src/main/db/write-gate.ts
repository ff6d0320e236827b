/**
 * Who writes next. SQLite has one writer and its busy handler sleeps in growing steps, so a worker
 * that commits batch after batch would starve a click. This gate is a lock in shared memory that
 * all threads take before BEGIN IMMEDIATE: interactive writers announce themselves and go first.
 */
import { AppError } from '../../shared/contract/errors.ts';

const OWNER = 0;
const WAITING = 1;
/** When an interactive writer came last: ms of the clock, as many bits as fit. */
const LAST_CLICK = 2;
const WORDS = 3;
const FREE = 0;
const WAIT_SLICE_MS = 1_000;
/**
 * Far longer than any batch. Who holds the gate then has died, and is noticed (releaseGateOf) only
 * once the event loop of the waiting thread turns again: it must give up.
 */
const PATIENCE_MS = 5_000;
/** Somebody who changed something so short a time ago will do so again. */
const AT_WORK_MS = 3_000;
const CLOCK_BITS = 0x7fff_ffff;

const clockWord = () => Date.now() & CLOCK_BITS;

export type WriterRole = 'interactive' | 'bulk';

export function createGateMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT);
}

export class WriteGate {
  readonly #words: Int32Array;
  readonly #id: number;
  readonly #role: WriterRole;
  readonly #patienceMs: number;

  /**
   * `id` is a positive number unique to the thread; it names the owner while the gate is held.
   * @throws AppError 'unavailable' from `run`, where the gate stays shut longer than `patienceMs`.
   */
  constructor(
    memory: SharedArrayBuffer,
    id: number,
    role: WriterRole,
    patienceMs = role === 'interactive' ? PATIENCE_MS : Number.POSITIVE_INFINITY,
  ) {
    this.#words = new Int32Array(memory);
    this.#id = id;
    this.#role = role;
    this.#patienceMs = patienceMs;
  }

  /** @param byPerson Whether somebody waits for it, and may come again in a moment. */
  run<T>(fn: () => T, byPerson = true): T {
    this.#acquire(byPerson);
    try {
      return fn();
    } finally {
      this.#release();
    }
  }

  /** Whether a person writes, too: who writes in bulk should then hold the gate for moments only. */
  isSomebodyAtWork(): boolean {
    const since = (clockWord() - Atomics.load(this.#words, LAST_CLICK)) & CLOCK_BITS;
    return this.isSomebodyWaiting() || since < AT_WORK_MS;
  }

  /** Whether somebody who clicked waits in this moment: who holds the gate for long should give it up. */
  isSomebodyWaiting(): boolean {
    return Atomics.load(this.#words, WAITING) > 0;
  }

  #acquire(byPerson: boolean): void {
    const words = this.#words;
    if (this.#role === 'interactive') {
      if (byPerson) Atomics.store(words, LAST_CLICK, clockWord());
      Atomics.add(words, WAITING, 1);
      try {
        this.#takeOwnership();
      } finally {
        Atomics.sub(words, WAITING, 1);
        Atomics.notify(words, WAITING);
      }
      return;
    }
    for (;;) {
      const waiting = Atomics.load(words, WAITING);
      if (waiting > 0) Atomics.wait(words, WAITING, waiting, WAIT_SLICE_MS);
      else break;
    }
    this.#takeOwnership();
  }

  #takeOwnership(): void {
    const started = performance.now();
    for (;;) {
      const owner = Atomics.compareExchange(this.#words, OWNER, FREE, this.#id);
      if (owner === FREE) return;
      if (owner === this.#id) throw new Error('A write inside a write');
      const left = this.#patienceMs - (performance.now() - started);
      if (left <= 0) {
        throw new AppError('unavailable', 'The database is busy. Try again in a moment.');
      }
      Atomics.wait(this.#words, OWNER, owner, Math.min(left, WAIT_SLICE_MS));
    }
  }

  #release(): void {
    Atomics.store(this.#words, OWNER, FREE);
    Atomics.notify(this.#words, OWNER);
  }
}

/** Frees the gate where the thread that held it has died. */
export function releaseGateOf(memory: SharedArrayBuffer, id: number): void {
  const words = new Int32Array(memory);
  if (Atomics.compareExchange(words, OWNER, id, FREE) === id) Atomics.notify(words, OWNER);
}

/**
 * Who writes next. SQLite has one writer and its busy handler sleeps in growing steps, so a worker
 * that commits batch after batch would starve a click. This gate is a lock in shared memory that
 * all threads take before BEGIN IMMEDIATE: interactive writers announce themselves and go first.
 */
const OWNER = 0;
const WAITING = 1;
const FREE = 0;
const WAIT_SLICE_MS = 1_000;

export type WriterRole = 'interactive' | 'bulk';

export function createGateMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(8);
}

export class WriteGate {
  readonly #words: Int32Array;
  readonly #id: number;
  readonly #role: WriterRole;

  /** `id` is a positive number unique to the thread; it names the owner while the gate is held. */
  constructor(memory: SharedArrayBuffer, id: number, role: WriterRole) {
    this.#words = new Int32Array(memory);
    this.#id = id;
    this.#role = role;
  }

  run<T>(fn: () => T): T {
    this.#acquire();
    try {
      return fn();
    } finally {
      this.#release();
    }
  }

  #acquire(): void {
    const words = this.#words;
    if (this.#role === 'interactive') {
      Atomics.add(words, WAITING, 1);
      this.#takeOwnership();
      Atomics.sub(words, WAITING, 1);
      Atomics.notify(words, WAITING);
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
    for (;;) {
      const owner = Atomics.compareExchange(this.#words, OWNER, FREE, this.#id);
      if (owner === FREE) return;
      Atomics.wait(this.#words, OWNER, owner, WAIT_SLICE_MS);
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

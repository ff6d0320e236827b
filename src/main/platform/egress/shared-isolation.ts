/**
 * The one truth about isolation, in memory that all threads share: a byte that is set closes the port and
 * the guard of each of them at once. It is born shut; whoever has read the workspace's setting opens it.
 */
import type { IsolationSwitch } from './isolation-switch.ts';

const ISOLATED = 1;
const LOCAL_MODEL = 2;

export interface IsolationState {
  readonly isIsolated: boolean;
  readonly allowsLocalModel: boolean;
}

export function createIsolationMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  new Int32Array(memory)[0] = ISOLATED;
  return memory;
}

export interface SharedIsolation extends IsolationSwitch {
  /** Also cuts what is open: at once in this thread, within milliseconds in others. */
  set(state: IsolationState): void;
}

export function createSharedIsolation(memory: SharedArrayBuffer): SharedIsolation {
  const word = new Int32Array(memory);
  const listeners = new Set<() => void>();
  let isWaiting = false;
  let known = Atomics.load(word, 0);

  function tell(): void {
    const now = Atomics.load(word, 0);
    if (now === known) return;
    known = now;
    for (const listener of [...listeners]) listener();
  }

  /** Another thread's change; nobody is woken while nobody listens. */
  function wait(): void {
    if (isWaiting || listeners.size === 0) return;
    const { async: isAsync, value } = Atomics.waitAsync(word, 0, known);
    isWaiting = isAsync;
    const again = () => {
      isWaiting = false;
      tell();
      wait();
    };
    if (isAsync) void value.then(again);
    else queueMicrotask(again);
  }

  return {
    isIsolated: () => (Atomics.load(word, 0) & ISOLATED) !== 0,
    allowsLocalModel: () => (Atomics.load(word, 0) & LOCAL_MODEL) !== 0,
    onChange(listener) {
      if (listeners.size === 0) known = Atomics.load(word, 0);
      listeners.add(listener);
      wait();
      return () => listeners.delete(listener);
    },
    set({ isIsolated, allowsLocalModel }) {
      const next = (isIsolated ? ISOLATED : 0) | (allowsLocalModel ? LOCAL_MODEL : 0);
      if (Atomics.exchange(word, 0, next) === next) return;
      tell();
      Atomics.notify(word, 0);
    },
  };
}

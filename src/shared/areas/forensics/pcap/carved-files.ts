/** Hands files of a capture on with their content, within bounds: what is too much is left out and counted. */
import type { FileEvent } from './capture.types.ts';
import type { CaptureLog } from './capture-log.ts';
import type { CaptureLimits } from './limits.ts';

/** The pieces belong to who is given them. */
export type OnFile = (file: FileEvent, pieces: readonly Uint8Array[]) => void;

export class CarvedFiles {
  readonly give: OnFile;
  readonly #limits: CaptureLimits;
  readonly #log: CaptureLog;
  #held = 0;

  constructor(give: OnFile, limits: CaptureLimits, log: CaptureLog) {
    this.give = give;
    this.#limits = limits;
    this.#log = log;
  }

  /** Whether a file of `size` bytes may keep `more` of them. */
  mayHold(size: number, more: number): boolean {
    const { carvedBytes, carvedBytesInAll } = this.#limits;
    if (size > carvedBytes || this.#held + more > carvedBytesInAll) {
      this.#log.limit('carved files');
      return false;
    }
    this.#held += more;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

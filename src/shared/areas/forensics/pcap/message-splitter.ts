/**
 * Cuts a direction of a stream into messages that say their length in front. Of a long message only the
 * first bytes are kept: names stand there, and the rest is somebody's file.
 */
import { HeldBytes, type ReaderKit } from './stream-parser.ts';

export interface MessageShape {
  readonly header: number;
  readonly keep: number;
  /** Bytes behind the header; negative where the header makes no sense. */
  length(bytes: Uint8Array, at: number): number;
}

export class MessageSplitter {
  done = false;
  readonly #held: HeldBytes;
  readonly #shape: MessageShape;
  readonly #onMessage: (bytes: Uint8Array, at: number, end: number) => void;
  #skip = 0;

  constructor(
    kit: ReaderKit,
    shape: MessageShape,
    onMessage: (bytes: Uint8Array, at: number, end: number) => void,
  ) {
    this.#held = new HeldBytes(kit);
    this.#shape = shape;
    this.#onMessage = onMessage;
  }

  data(bytes: Uint8Array, from: number, to: number): void {
    let at = from;
    while (at < to && !this.done) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, to - at);
        this.#skip -= passed;
        at += passed;
      } else {
        at = this.#collect(bytes, at, to);
      }
    }
  }

  /** Takes what the message lacks, up to the part that is kept. */
  #collect(bytes: Uint8Array, at: number, to: number): number {
    const { header, keep } = this.#shape;
    const wanted = this.#wanted();
    const end = Math.min(to, at + wanted - this.#held.length);
    if (!this.#held.add(bytes, at, end)) {
      this.stop();
      return to;
    }
    if (this.#held.length < header) return end;
    const view = this.#held.view;
    const length = this.#shape.length(view, 0);
    if (length < 0) {
      this.stop();
      return to;
    }
    const kept = header + Math.min(length, keep);
    if (view.length < kept) return end;
    this.#onMessage(view, header, kept);
    this.#skip = header + length - kept;
    this.#held.clear();
    return end;
  }

  #wanted(): number {
    const { header, keep } = this.#shape;
    if (this.#held.length < header) return header;
    return header + Math.min(Math.max(0, this.#shape.length(this.#held.view, 0)), keep);
  }

  gap(missing: number): void {
    if (this.#skip >= missing) this.#skip -= missing;
    else this.stop();
  }

  stop(): void {
    this.done = true;
    this.#held.clear();
  }
}

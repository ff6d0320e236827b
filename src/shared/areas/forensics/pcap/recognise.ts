/**
 * Tells by the first bytes what a connection speaks, whatever its port (first-bytes.ts). One that is not
 * recognised at once is looked at for some more segments: a proxy or STARTTLS may put another protocol
 * behind an opening.
 */
import { recognise } from './first-bytes.ts';
import type { Flow } from './flow.ts';
import { HeldBytes, type Side, type StreamContext, type StreamParser } from './stream-parser.ts';

const MOST_TRIES = 8;
const MOST_RELEASES = 4;
const MOST_HEAD = 32;

export class Recogniser implements StreamParser {
  readonly released = false;
  readonly #flow: Flow;
  readonly #context: StreamContext;
  readonly #heads: readonly [HeldBytes, HeldBytes];
  readonly #tries: [number, number] = [0, 0];
  #releases = 0;
  #parser: StreamParser | null = null;

  constructor(flow: Flow, context: StreamContext) {
    this.#flow = flow;
    this.#context = context;
    this.#heads = [new HeldBytes(context.kit), new HeldBytes(context.kit)];
  }

  wants(side: Side): boolean {
    return this.#parser === null ? this.#tries[side] < MOST_TRIES : this.#parser.wants(side);
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    if (this.#parser !== null) {
      this.#pass(side, bytes, from, to);
      return;
    }
    const head = this.#heads[side];
    if (head.length === 0) {
      this.#try(side, bytes, from, to);
      return;
    }
    if (!head.add(bytes, from, to)) return;
    const joined = head.view.slice();
    head.clear();
    this.#try(side, joined, 0, joined.length);
  }

  #pass(side: Side, bytes: Uint8Array, from: number, to: number): void {
    this.#parser?.data(side, bytes, from, to);
    if (this.#parser?.released !== true) return;
    this.#releases += 1;
    this.#parser = null;
    this.#tries.fill(this.#releases > MOST_RELEASES ? MOST_TRIES : 0);
  }

  #try(side: Side, bytes: Uint8Array, from: number, to: number): void {
    const found = recognise(this.#flow, side, bytes, from, to);
    if (found === 'more' && to - from < MOST_HEAD) {
      this.#heads[side].add(bytes, from, to);
      return;
    }
    if (found === null || found === 'more') {
      this.#tries[side] += 1;
      return;
    }
    this.#parser = found(this.#context);
    this.#pass(side, bytes, from, to);
  }

  gap(side: Side, missing: number): void {
    this.#heads[side].clear();
    this.#parser?.gap(side, missing);
  }

  end(closed: boolean): void {
    this.#heads[0].clear();
    this.#heads[1].clear();
    this.#parser?.end(closed);
    this.#parser = null;
  }
}

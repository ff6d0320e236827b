/** What a record and a chunk may still cost (`EVTX_LIMITS`): hostile ones multiply what they hold. */
import { EVTX_LIMITS, EvtxFault } from './evtx.types.ts';

export class Budget {
  #nodes = 0;
  /** The record's bound, or the chunk's where that is nearer. */
  #most = 0;
  #chars = 0;

  startChunk(): void {
    this.#nodes = 0;
    this.#chars = 0;
  }

  startRecord(): void {
    this.#most = Math.min(EVTX_LIMITS.chunkNodes, this.#nodes + EVTX_LIMITS.recordNodes);
  }

  /** Nothing of this chunk can be read any more. */
  get isSpent(): boolean {
    return this.#nodes > EVTX_LIMITS.chunkNodes || this.#chars > EVTX_LIMITS.chunkChars;
  }

  /** Of this chunk, by now. */
  get spentNodes(): number {
    return this.#nodes;
  }

  get spentChars(): number {
    return this.#chars;
  }

  node(): void {
    this.nodes(1);
  }

  nodes(count: number): void {
    this.#nodes += count;
    if (this.#nodes > this.#most) throw new EvtxFault('too-large');
  }

  chars(count: number): void {
    this.#chars += count;
    if (this.#chars > EVTX_LIMITS.chunkChars) throw new EvtxFault('too-large');
  }
}

/**
 * Finds the flow of a packet by addresses, ports and protocol, either way round. A table of its own,
 * because keys as texts would cost more than all the rest; hashed with a seed, so that nobody can make
 * a capture whose flows all fall into one bucket. Holds a bounded number of flows.
 */
import { Flow } from './flow.ts';
import type { Frame } from './frame.ts';
import type { Side } from './stream-parser.ts';

const KEY_WORDS = 10;
/** A power of two. Most captures are small. */
const FIRST_SIZE = 256;

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

export class FlowTable {
  side: Side = 0;
  opened = 0;
  readonly #most: number;
  readonly #seed: number;
  readonly #onEvict: (flow: Flow) => void;
  #buckets = new Int32Array(FIRST_SIZE).fill(-1);
  #next = new Int32Array(FIRST_SIZE);
  #keys = new Int32Array(FIRST_SIZE * KEY_WORDS);
  readonly #flows: (Flow | null)[] = [];
  readonly #free: number[] = [];
  readonly #key = new Int32Array(KEY_WORDS);
  #hand = 0;
  #swapped = false;

  constructor(most: number, seed: number, onEvict: (flow: Flow) => void) {
    this.#most = most;
    this.#seed = seed | 0;
    this.#onEvict = onEvict;
  }

  /** Whether the source is the higher end; the key has the lower end first. */
  #order(frame: Frame): boolean {
    const { addresses } = frame;
    for (let word = 0; word < 4; word++) {
      const a = addresses[word] ?? 0;
      const b = addresses[word + 4] ?? 0;
      if (a !== b) return a > b;
    }
    return frame.sourcePort > frame.destinationPort;
  }

  #setKey(frame: Frame): number {
    const { addresses } = frame;
    const key = this.#key;
    const swapped = this.#order(frame);
    this.#swapped = swapped;
    const low = swapped ? 4 : 0;
    const high = swapped ? 0 : 4;
    let hash = this.#seed;
    for (let word = 0; word < 4; word++) {
      const a = addresses[low + word] ?? 0;
      const b = addresses[high + word] ?? 0;
      key[word] = a;
      key[word + 4] = b;
      hash = mix(mix(hash, a), b);
    }
    const from = swapped ? frame.destinationPort : frame.sourcePort;
    const to = swapped ? frame.sourcePort : frame.destinationPort;
    const ports = (from << 16) | to;
    const last = (frame.protocol << 8) | frame.version;
    key[8] = ports;
    key[9] = last;
    return mix(mix(hash, ports), last);
  }

  #holds(slot: number): boolean {
    const keys = this.#keys;
    const key = this.#key;
    const base = slot * KEY_WORDS;
    for (let word = KEY_WORDS - 1; word >= 0; word--) {
      if (keys[base + word] !== key[word]) return false;
    }
    return true;
  }

  /** The packet's flow, made where there is none; `side` says which end sent the packet. */
  find(frame: Frame, sourceIsClient: boolean): Flow {
    const hash = this.#setKey(frame);
    const bucket = hash & (this.#buckets.length - 1);
    let slot = this.#buckets[bucket] ?? -1;
    while (slot >= 0 && !this.#holds(slot)) slot = this.#next[slot] ?? -1;
    const found = slot < 0 ? null : this.#flows[slot];
    const flow = found ?? this.#open(frame, hash, sourceIsClient);
    this.side = this.#swapped === flow.clientIsHigh ? 0 : 1;
    return flow;
  }

  #open(frame: Frame, hash: number, sourceIsClient: boolean): Flow {
    const slot = this.#free.pop() ?? this.#newSlot();
    const clientIsHigh = sourceIsClient ? this.#swapped : !this.#swapped;
    this.opened += 1;
    const flow = new Flow(this.opened, frame, this.#swapped, clientIsHigh);
    flow.slot = slot;
    flow.hash = hash;
    this.#keys.set(this.#key, slot * KEY_WORDS);
    this.#link(flow);
    this.#flows[slot] = flow;
    return flow;
  }

  #newSlot(): number {
    if (this.#flows.length < this.#most) {
      if (this.#flows.length === this.#next.length) this.#grow();
      this.#flows.push(null);
      return this.#flows.length - 1;
    }
    return this.#evict();
  }

  #grow(): void {
    const size = this.#next.length * 2;
    const keys = new Int32Array(size * KEY_WORDS);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#next = new Int32Array(size);
    this.#buckets = new Int32Array(size).fill(-1);
    for (const flow of this.#flows) if (flow !== null) this.#link(flow);
  }

  #link({ hash, slot }: Flow): void {
    const bucket = hash & (this.#buckets.length - 1);
    this.#next[slot] = this.#buckets[bucket] ?? -1;
    this.#buckets[bucket] = slot;
  }

  /** Second chance: the hand passes over flows that had packets since it last came by. */
  #evict(): number {
    for (;;) {
      this.#hand = (this.#hand + 1) % this.#most;
      const flow = this.#flows[this.#hand];
      if (flow === null || flow === undefined) continue;
      if (flow.touched) {
        flow.touched = false;
        continue;
      }
      this.#onEvict(flow);
      this.remove(flow);
      return this.#free.pop() ?? this.#hand;
    }
  }

  remove(flow: Flow): void {
    const bucket = flow.hash & (this.#buckets.length - 1);
    let slot = this.#buckets[bucket] ?? -1;
    if (slot === flow.slot) {
      this.#buckets[bucket] = this.#next[slot] ?? -1;
    } else {
      while (slot >= 0 && this.#next[slot] !== flow.slot) slot = this.#next[slot] ?? -1;
      if (slot >= 0) this.#next[slot] = this.#next[flow.slot] ?? -1;
    }
    this.#flows[flow.slot] = null;
    this.#free.push(flow.slot);
  }

  /** All open flows, in the order they were opened; the table is empty afterwards. */
  drain(): Flow[] {
    const flows = this.#flows.filter((flow) => flow !== null).sort((a, b) => a.id - b.id);
    for (const flow of flows) this.remove(flow);
    return flows;
  }
}

/** Collects what the receipt says while a capture is read. */
import type { CaptureDamage, CaptureInterface, CaptureReceipt, Where } from './capture.types.ts';
import type { Frame } from './frame.ts';
import type { CaptureLimits } from './limits.ts';

const MOST_COMMENTS = 200;
const MOST_NAMES = 10_000;
const MOST_INTERFACES = 4_096;
const MOST_REASONS = 200;

export interface MutableInterface {
  section: number;
  linkType: number;
  snapLength: number;
  name: string;
  description: string;
  dropped: number | null;
}

export class CaptureLog {
  format: CaptureReceipt['format'] = 'unknown';
  application = '';
  secretBlocks = 0;
  readonly interfaces: MutableInterface[] = [];
  readonly #limits: CaptureLimits;
  readonly #comments: string[] = [];
  readonly #names: [string, string][] = [];
  readonly #layers = new Map<string, number>();
  readonly #unread = new Map<string, number>();
  readonly #hits = new Map<string, number>();
  readonly #damages: { -readonly [K in keyof CaptureDamage]: CaptureDamage[K] }[] = [];
  #damagesLeftOff = 0;
  #wireBytes = 0;
  #capturedBytes = 0;
  #cutPackets = 0;
  #backwards = 0;
  #first: Where | null = null;
  #last: { -readonly [K in keyof Where]: Where[K] } | null = null;

  constructor(limits: CaptureLimits) {
    this.#limits = limits;
  }

  /** Neighbouring damages of one kind are one: a gap may be searched in many steps. */
  damage(damage: CaptureDamage): void {
    const last = this.#damages.at(-1);
    if (last?.offset === damage.offset - (last?.bytes ?? 0) && damage.bytes > 0 && last.bytes > 0) {
      last.bytes += damage.bytes;
      if (damage.kind === 'cut') last.detail = damage.detail;
      return;
    }
    if (this.#damages.length < this.#limits.damages) this.#damages.push({ ...damage });
    else this.#damagesLeftOff += 1;
  }

  comment(text: string): void {
    if (this.#comments.length < MOST_COMMENTS) this.#comments.push(text);
    else this.limit('comments');
  }

  name(address: string, name: string): void {
    if (this.#names.length < MOST_NAMES) this.#names.push([address, name]);
    else this.limit('names');
  }

  addInterface(entry: MutableInterface): boolean {
    if (this.interfaces.length >= MOST_INTERFACES) {
      this.limit('interfaces');
      return false;
    }
    this.interfaces.push(entry);
    return true;
  }

  layer(name: string, times = 1): void {
    if (times > 0) this.#layers.set(name, (this.#layers.get(name) ?? 0) + times);
  }

  unread(given: string): void {
    // Some reasons hold a number that a stranger wrote.
    const known = this.#unread.has(given) || this.#unread.size < MOST_REASONS;
    const reason = known ? given : 'other';
    this.#unread.set(reason, (this.#unread.get(reason) ?? 0) + 1);
  }

  /** A bound was reached and something was left off or given out early. */
  limit(name: string): void {
    this.#hits.set(name, (this.#hits.get(name) ?? 0) + 1);
  }

  packet(frame: Frame): void {
    const kept = frame.end - frame.at;
    const wire = frame.wireEnd - frame.at;
    this.#capturedBytes += kept;
    this.#wireBytes += wire;
    if (kept < wire) this.#cutPackets += 1;
    const last = this.#last;
    if (last === null) {
      this.#first = whereOf(frame);
      this.#last = whereOf(frame);
      return;
    }
    const earlier =
      frame.seconds < last.seconds || (frame.seconds === last.seconds && frame.nanos < last.nanos);
    if (earlier) this.#backwards += 1;
    last.packet = frame.number;
    last.offset = frame.offset;
    last.seconds = frame.seconds;
    last.nanos = frame.nanos;
  }

  receipt(size: number, packets: number): CaptureReceipt {
    return {
      format: this.format,
      size,
      packets,
      wireBytes: this.#wireBytes,
      capturedBytes: this.#capturedBytes,
      cutPackets: this.#cutPackets,
      first: this.#first,
      last: this.#last,
      backwards: this.#backwards,
      interfaces: this.interfaces satisfies CaptureInterface[],
      application: this.application,
      comments: this.#comments,
      names: this.#names,
      secretBlocks: this.secretBlocks,
      layers: Object.fromEntries(this.#layers),
      unread: Object.fromEntries(this.#unread),
      damages: this.#damages,
      damagesLeftOff: this.#damagesLeftOff,
      limits: Object.fromEntries(this.#hits),
    };
  }
}

export function whereOf(frame: Frame): Where {
  return {
    packet: frame.number,
    offset: frame.offset,
    seconds: frame.seconds,
    nanos: frame.nanos,
  };
}

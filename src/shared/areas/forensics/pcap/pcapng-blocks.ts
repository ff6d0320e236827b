/**
 * The block-structured capture file: draft-ietf-opsawg-pcapng. Blocks (section 3.1) are believed where
 * their two lengths agree; else the next block whose lengths do is where reading goes on. Sections may
 * change the byte order and number their interfaces anew (4.1, 4.2).
 */
import { ipv4Text, ipv6FromBytes } from './addresses.ts';
import { i32, u16, u16Le, u32, u32Le, utf8 } from './bytes.ts';
import type { CaptureLog, MutableInterface } from './capture-log.ts';
import type { CaptureWindow } from './capture-window.ts';
import { beginPacket, type Frame } from './frame.ts';
import type { CaptureLimits } from './limits.ts';
import type { RecordReader } from './pcap-records.ts';
import {
  type BlockOption,
  type ByteOrder,
  blockOptions,
  clockTime,
  type InterfaceClock,
  optionText,
  unitsPerSecond,
} from './pcapng-options.ts';

const SECTION = 0x0a0d0d0a;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const INTERFACE = 1;
const OLD_PACKET = 2;
const SIMPLE_PACKET = 3;
const NAMES = 4;
const STATISTICS = 5;
const ENHANCED_PACKET = 6;
const SECRETS = 10;
const KNOWN_TYPES: readonly number[] = [1, 2, 3, 4, 5, 6, 10, 0xbad, 0x40000bad];

const BIG: ByteOrder = { u16, u32 };
const LITTLE: ByteOrder = { u16: u16Le, u32: u32Le };
const MOST_BLOCK_BYTES = 16_777_216;
const DEFAULT_CLOCK: InterfaceClock = { perSecond: 1_000_000, shift: 0 };

export function isPcapng(window: CaptureWindow): boolean {
  return window.left >= 12 && u32(window.bytes, window.at) === SECTION;
}

interface Port {
  readonly entry: MutableInterface;
  readonly clock: InterfaceClock;
}

class PcapngBlocks implements RecordReader {
  readonly #window: CaptureWindow;
  readonly #frame: Frame;
  readonly #log: CaptureLog;
  readonly #limits: CaptureLimits;
  readonly #onPacket: () => void;
  readonly #time = { seconds: 0, nanos: 0 };
  #order: ByteOrder = LITTLE;
  #section = -1;
  #ports: Port[] = [];

  constructor(
    window: CaptureWindow,
    frame: Frame,
    log: CaptureLog,
    limits: CaptureLimits,
    onPacket: () => void,
  ) {
    this.#window = window;
    this.#frame = frame;
    this.#log = log;
    this.#limits = limits;
    this.#onPacket = onPacket;
    log.format = 'pcapng';
  }

  /** A section header tells its own byte order; all else has the section's. */
  #orderAt(at: number): ByteOrder | null {
    const { bytes } = this.#window;
    if (u32(bytes, at) !== SECTION) return this.#order;
    if (u32Le(bytes, at + 8) === BYTE_ORDER_MAGIC) return LITTLE;
    return u32(bytes, at + 8) === BYTE_ORDER_MAGIC ? BIG : null;
  }

  /** The block's length, -1 where more bytes are needed to tell, 0 where this is no block. */
  #lengthAt(at: number): number {
    const { bytes, end, final } = this.#window;
    if (at + 12 > end) return final ? 0 : -1;
    const order = this.#orderAt(at);
    if (order === null) return 0;
    const length = order.u32(bytes, at + 4);
    if (length < 12 || length % 4 !== 0 || length > MOST_BLOCK_BYTES) return 0;
    if (at + length > end) return final ? 0 : -1;
    return order.u32(bytes, at + length - 4) === length ? length : 0;
  }

  step(): boolean {
    const window = this.#window;
    if (window.left === 0) return false;
    const length = this.#lengthAt(window.at);
    if (length < 0) return false;
    if (length === 0) return this.#recover();
    const at = window.at;
    window.at = at + length;
    this.#block(at, at + length - 4);
    return true;
  }

  #recover(): boolean {
    const window = this.#window;
    const from = window.at;
    for (let at = from + 1; at + 12 <= window.end; at++) {
      const order = this.#orderAt(at);
      if (order === null) continue;
      const type = order.u32(window.bytes, at);
      if (type !== SECTION && !KNOWN_TYPES.includes(type)) continue;
      const length = this.#lengthAt(at);
      if (length === 0) continue;
      this.#lost(from, at);
      return length > 0;
    }
    this.#lost(from, window.final ? window.end : Math.max(from, window.end - 12));
    return false;
  }

  #lost(from: number, to: number): void {
    const window = this.#window;
    const toEnd = window.final && to === window.end;
    if (to > from) {
      this.#log.damage({
        offset: window.base + from,
        bytes: to - from,
        kind: toEnd ? 'cut' : 'block',
        detail: toEnd
          ? 'The file ends in the middle of a block, or what follows is no block'
          : 'No block begins here',
      });
    }
    window.at = to;
  }

  #block(at: number, end: number): void {
    const { bytes } = this.#window;
    const order = this.#orderAt(at) ?? this.#order;
    const type = order.u32(bytes, at);
    if (type === SECTION) this.#beginSection(order, at, end);
    else if (type === ENHANCED_PACKET || type === OLD_PACKET) this.#packet(type, at, end);
    else if (type === SIMPLE_PACKET) this.#simplePacket(at, end);
    else if (type === INTERFACE) this.#interface(at, end);
    else if (type === NAMES) this.#names(at + 8, end);
    else if (type === STATISTICS) this.#statistics(at, end);
    else if (type === SECRETS) this.#log.secretBlocks += 1;
    else this.#log.layer(`block ${type}`);
  }

  #options(from: number, end: number): Generator<BlockOption> {
    return blockOptions(this.#order, this.#window.bytes, from, end);
  }

  #beginSection(order: ByteOrder, at: number, end: number): void {
    const { bytes } = this.#window;
    this.#order = order;
    this.#section += 1;
    this.#ports = [];
    for (const option of this.#options(at + 24, end)) {
      if (option.code === 1) this.#log.comment(optionText(bytes, option));
      if (option.code === 4) this.#log.application = optionText(bytes, option);
    }
  }

  /** Section 4.2. */
  #interface(at: number, end: number): void {
    const { bytes } = this.#window;
    const entry: MutableInterface = {
      section: Math.max(0, this.#section),
      linkType: this.#order.u16(bytes, at + 8),
      snapLength: this.#order.u32(bytes, at + 12),
      name: '',
      description: '',
      dropped: null,
    };
    let clock = DEFAULT_CLOCK;
    for (const option of this.#options(at + 16, end)) {
      const { code, length } = option;
      if (code === 2) entry.name = optionText(bytes, option);
      if (code === 3) entry.description = optionText(bytes, option);
      if (code === 9 && length >= 1) {
        clock = { ...clock, perSecond: unitsPerSecond(bytes[option.at] ?? 6) };
      }
      if (code === 14 && length >= 8) clock = { ...clock, shift: this.#shift(option.at) };
    }
    if (this.#log.addInterface(entry)) this.#ports.push({ entry, clock });
  }

  /** `if_tsoffset`, signed; only its low word is believed: more would be before 1900 or after 2100. */
  #shift(at: number): number {
    const { bytes } = this.#window;
    return (this.#order === BIG ? u32(bytes, at + 4) : u32Le(bytes, at)) | 0;
  }

  /** Sections 4.3 (enhanced) and appendix A (the obsolete packet block: its interface has 16 bits). */
  #packet(type: number, at: number, end: number): void {
    const { bytes } = this.#window;
    const order = this.#order;
    const index = type === OLD_PACKET ? order.u16(bytes, at + 8) : order.u32(bytes, at + 8);
    const port = this.#ports[index];
    const kept = order.u32(bytes, at + 20);
    const start = at + 28;
    if (port === undefined || start + kept > end || kept > this.#limits.packetBytes) {
      this.#badPacket(at, end, port === undefined ? 'an unknown interface' : 'a wrong length');
      return;
    }
    clockTime(port.clock, order.u32(bytes, at + 12), order.u32(bytes, at + 16), this.#time);
    this.#deliver(port, at, start, kept, order.u32(bytes, at + 24));
    for (const option of this.#options(start + kept + (-kept & 3), end)) {
      if (option.code === 1) this.#log.comment(optionText(bytes, option));
    }
  }

  /** Section 4.4: no time; as much as the snap length of the first interface allows. */
  #simplePacket(at: number, end: number): void {
    const port = this.#ports[0];
    if (port === undefined) {
      this.#badPacket(at, end, 'no interface');
      return;
    }
    const wire = this.#order.u32(this.#window.bytes, at + 8);
    const snap = port.entry.snapLength || wire;
    this.#time.seconds = -1;
    this.#time.nanos = 0;
    this.#deliver(port, at, at + 12, Math.min(wire, snap, end - at - 12), wire);
  }

  #badPacket(at: number, end: number, why: string): void {
    this.#log.damage({
      offset: this.#window.base + at,
      bytes: end + 4 - at,
      kind: 'block',
      detail: `A packet block with ${why}`,
    });
  }

  #deliver(port: Port, at: number, start: number, kept: number, wire: number): void {
    const frame = this.#frame;
    frame.seconds = this.#time.seconds;
    frame.nanos = this.#time.nanos;
    frame.offset = this.#window.base + at;
    frame.linkType = port.entry.linkType;
    beginPacket(frame, this.#window.bytes, start, kept, wire);
    this.#onPacket();
  }

  /** Section 4.5. */
  #names(from: number, end: number): void {
    const { bytes } = this.#window;
    let at = from;
    while (at + 4 <= end) {
      const type = this.#order.u16(bytes, at);
      const length = this.#order.u16(bytes, at + 2);
      const stop = at + 4 + length;
      if (type === 0 || stop > end) return;
      const size = type === 1 ? 4 : 16;
      if ((type === 1 || type === 2) && length > size) {
        const address = size === 4 ? ipv4Text(i32(bytes, at + 4)) : ipv6FromBytes(bytes, at + 4);
        const names = utf8(bytes, at + 4 + size, stop).split('\0');
        for (const name of names) if (name !== '') this.#log.name(address, name);
      }
      at = stop + (-length & 3);
    }
  }

  /** Section 4.6: option 5 is what the interface dropped, 7 what the system did. */
  #statistics(at: number, end: number): void {
    const { bytes } = this.#window;
    const port = this.#ports[this.#order.u32(bytes, at + 8)];
    if (port === undefined) return;
    for (const option of this.#options(at + 20, end)) {
      if ((option.code !== 5 && option.code !== 7) || option.length < 8) continue;
      const low = this.#order.u32(bytes, option.at + (this.#order === BIG ? 4 : 0));
      port.entry.dropped = (port.entry.dropped ?? 0) + low;
    }
  }
}

export function createPcapngBlocks(
  ...args: ConstructorParameters<typeof PcapngBlocks>
): RecordReader {
  return new PcapngBlocks(...args);
}

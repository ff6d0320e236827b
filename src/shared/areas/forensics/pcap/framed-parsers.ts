/** DNS (RFC 1035 section 4.2.2) and Kerberos over TCP: messages behind their length. */
import { Banners } from './banner-parser.ts';
import { u8, u16, u32 } from './bytes.ts';
import { readDns } from './dns.ts';
import { KERBEROS_SHAPE, readKerberos } from './kerberos.ts';
import { type MessageShape, MessageSplitter } from './message-splitter.ts';
import type { Side, StreamContext, StreamParser } from './stream-parser.ts';

const DNS_SHAPE: MessageShape = {
  header: 2,
  keep: 65_535,
  length: (bytes, at) => u16(bytes, at),
};

class FramedParser implements StreamParser {
  readonly released = false;
  readonly #splitters: readonly [MessageSplitter, MessageSplitter];

  constructor(
    context: StreamContext,
    shape: MessageShape,
    read: (side: Side, bytes: Uint8Array, at: number, end: number) => void,
  ) {
    const splitter = (side: Side): MessageSplitter =>
      new MessageSplitter(context.kit, shape, (bytes, at, end) => read(side, bytes, at, end));
    this.#splitters = [splitter(0), splitter(1)];
  }

  wants(side: Side): boolean {
    return !this.#splitters[side].done;
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    this.#splitters[side].data(bytes, from, to);
  }

  gap(side: Side, missing: number): void {
    this.#splitters[side].gap(missing);
  }

  end(): void {
    this.#splitters[0].stop();
    this.#splitters[1].stop();
  }
}

export function createDnsStream(context: StreamContext): StreamParser {
  context.service('dns');
  const { kit } = context;
  return new FramedParser(context, DNS_SHAPE, (_side, bytes, at, end) => {
    const message = readDns(bytes, at, end, kit.limits.records);
    if (message === null) return;
    const where = context.where();
    kit.emit({ type: 'dns', ...context.ends(), where, service: 'dns', ...message });
  });
}

export function createKerberosStream(context: StreamContext): StreamParser {
  const banners = new Banners(context, 'kerberos');
  return new FramedParser(context, KERBEROS_SHAPE, (side, bytes, at, end) => {
    const found = readKerberos(bytes, at, end);
    if (found !== null) banners.add(side, found.message, found.fields);
  });
}

/** A length that fits, and the header of a DNS message behind it. */
export function beginsDns(bytes: Uint8Array, from: number, to: number): boolean {
  const length = u16(bytes, from);
  return to - from >= 14 && length >= 12 && u16(bytes, from + 6) <= 16 && length < 16_384;
}

export function beginsKerberos(bytes: Uint8Array, from: number, to: number): boolean {
  const tag = u8(bytes, from + 4);
  const isTag = (tag >= 0x6a && tag <= 0x6d) || tag === 0x7e;
  return to - from >= 8 && u32(bytes, from) < 65_536 && isTag && u8(bytes, from + 5) > 0;
}

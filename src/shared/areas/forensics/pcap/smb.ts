/**
 * SMB over TCP 445 and 139: the session header of RFC 1002 section 4.3.1, SMB 1 dialects ([MS-CIFS]
 * section 2.2.4.52), SMB 2 and 3 ([MS-SMB2] sections 2.2.1 to 2.2.13): the dialect, who logs on, shares
 * and files that are opened. From version 3 on most of it may be encrypted.
 */
import { Banners } from './banner-parser.ts';
import { latin1, u8, u16Le, u24, u32, utf16Le } from './bytes.ts';
import { type MessageShape, MessageSplitter } from './message-splitter.ts';
import { findNtlm, readNtlm } from './ntlm.ts';
import type { Side, StreamContext, StreamParser } from './stream-parser.ts';

const SHAPE: MessageShape = {
  header: 4,
  keep: 4_096,
  length: (bytes, at) => (u8(bytes, at) > 0x89 ? -1 : u24(bytes, at + 1)),
};

const SMB1 = 0xff534d42;
const SMB2 = 0xfe534d42;
const ENCRYPTED = 0xfd534d42;

const DIALECTS: Readonly<Record<number, string>> = {
  514: 'SMB 2.0.2',
  528: 'SMB 2.1',
  767: 'SMB 2',
  768: 'SMB 3.0',
  770: 'SMB 3.0.2',
  785: 'SMB 3.1.1',
};

class SmbParser implements StreamParser {
  readonly released = false;
  readonly #banners: Banners;
  readonly #splitters: readonly [MessageSplitter, MessageSplitter];

  constructor(context: StreamContext) {
    this.#banners = new Banners(context, 'smb');
    const splitter = (side: Side): MessageSplitter =>
      new MessageSplitter(context.kit, SHAPE, (bytes, at, end) =>
        this.#message(side, bytes, at, end),
      );
    this.#splitters = [splitter(0), splitter(1)];
  }

  wants(side: Side): boolean {
    return !this.#splitters[side].done;
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    this.#splitters[side].data(bytes, from, to);
    if (this.#banners.isFull) this.end();
  }

  gap(side: Side, missing: number): void {
    this.#splitters[side].gap(missing);
  }

  end(): void {
    this.#splitters[0].stop();
    this.#splitters[1].stop();
  }

  #message(side: Side, bytes: Uint8Array, at: number, end: number): void {
    const magic = end - at >= 32 ? u32(bytes, at) : 0;
    if (magic === SMB2) this.#second(side, bytes, at, end);
    else if (magic === SMB1) this.#first(side, bytes, at, end);
    else if (magic === ENCRYPTED) this.#splitters[side].stop();
  }

  #first(side: Side, bytes: Uint8Array, at: number, end: number): void {
    const command = u8(bytes, at + 4);
    if (command === 0x72 && side === 0) {
      const offered = latin1(bytes, at + 35, end)
        .split('\0')
        .map((text) => (text.charCodeAt(0) === 2 ? text.slice(1) : text))
        .filter((text) => text !== '');
      this.#banners.add(side, 'negotiate', { version: 'SMB 1', dialects: offered.join(', ') });
    }
    if (command === 0x73) this.#logon(side, bytes, at, end);
  }

  #logon(side: Side, bytes: Uint8Array, at: number, end: number): void {
    const found = findNtlm(bytes, at, end);
    const names = found < 0 ? null : readNtlm(bytes, found, end);
    if (names !== null) this.#banners.add(side, 'session setup', names);
  }

  #second(side: Side, bytes: Uint8Array, at: number, end: number): void {
    const command = u16Le(bytes, at + 12);
    const isResponse = (u8(bytes, at + 16) & 1) === 1;
    const body = at + 64;
    if (command === 0 && isResponse) {
      const dialect = u16Le(bytes, body + 4);
      const version = DIALECTS[dialect] ?? `0x${dialect.toString(16)}`;
      const signing = (u8(bytes, body + 2) & 2) === 0 ? 'enabled' : 'required';
      this.#banners.add(side, 'negotiate', { version, signing });
    }
    if (command === 1) this.#logon(side, bytes, at, end);
    if (isResponse) return;
    if (command === 3) this.#named(side, 'tree connect', 'share', bytes, at, body + 4, end);
    if (command === 5) this.#named(side, 'open', 'file', bytes, at, body + 44, end);
  }

  /** Offset and length of a name, counted from the header of the message. */
  #named(
    side: Side,
    text: string,
    key: string,
    bytes: Uint8Array,
    header: number,
    field: number,
    end: number,
  ): void {
    const start = header + u16Le(bytes, field);
    const stop = start + u16Le(bytes, field + 2);
    if (start <= field || stop > end || stop === start) return;
    this.#banners.add(side, text, { [key]: utf16Le(bytes, start, stop) });
  }
}

export function beginsSmb(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 8 || u8(bytes, from) !== 0) return false;
  const magic = u32(bytes, from + 4);
  return magic === SMB1 || magic === SMB2 || magic === ENCRYPTED;
}

export function createSmbParser(context: StreamContext): StreamParser {
  return new SmbParser(context);
}

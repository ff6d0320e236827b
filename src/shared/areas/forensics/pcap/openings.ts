/**
 * Openings of connections behind which another protocol may begin: SOCKS 4 and 5 (RFC 1928 sections 3 to
 * 6), RDP ([MS-RDPBCGR] section 2.2.1.1: a cookie with the user's name, then mostly TLS).
 */
import { ipv4Text, ipv6FromBytes } from './addresses.ts';
import { Banners } from './banner-parser.ts';
import { i32, latin1, u8, u16 } from './bytes.ts';
import type { Side, StreamContext, StreamParser } from './stream-parser.ts';

/** Both are seen by whole segments: these messages are small and sent at once. */
abstract class OpeningParser implements StreamParser {
  released = false;
  #packets = 0;

  wants(): boolean {
    return !this.released;
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    this.#packets += 1;
    this.read(side, bytes, from, to);
    if (this.#packets > 12) this.released = true;
  }

  gap(): void {
    this.released = true;
  }

  end(): void {
    this.released = true;
  }

  protected abstract read(side: Side, bytes: Uint8Array, from: number, to: number): void;
}

class SocksParser extends OpeningParser {
  readonly #banners: Banners;
  #asked = false;

  constructor(context: StreamContext) {
    super();
    this.#banners = new Banners(context, 'socks');
  }

  protected read(side: Side, bytes: Uint8Array, from: number, to: number): void {
    if (side === 1) {
      const version = u8(bytes, from);
      if (this.#asked && (version === 5 || version === 0)) this.released = true;
      return;
    }
    const destination = u8(bytes, from) === 4 ? socks4(bytes, from, to) : socks5(bytes, from, to);
    if (destination === '' || this.#asked) return;
    this.#asked = true;
    this.#banners.add(side, `SOCKS ${u8(bytes, from)}`, { destination });
  }
}

function socks4(bytes: Uint8Array, at: number, to: number): string {
  if (to - at < 9) return '';
  const port = u16(bytes, at + 2);
  const address = i32(bytes, at + 4);
  // 4a: an impossible address, and the name behind the user's.
  if (address >>> 8 === 0 && address !== 0) {
    const name = latin1(bytes, at + 8, to).split('\0')[1] ?? '';
    return `${name}:${port}`;
  }
  return `${ipv4Text(address)}:${port}`;
}

function socks5(bytes: Uint8Array, at: number, to: number): string {
  if (to - at < 10 || u8(bytes, at) !== 5 || u8(bytes, at + 2) !== 0) return '';
  const type = u8(bytes, at + 3);
  if (type === 1) return `${ipv4Text(i32(bytes, at + 4))}:${u16(bytes, at + 8)}`;
  if (type === 4) return `[${ipv6FromBytes(bytes, at + 4)}]:${u16(bytes, at + 20)}`;
  const end = at + 5 + u8(bytes, at + 4);
  if (type !== 3 || end + 2 > to) return '';
  return `${latin1(bytes, at + 5, end)}:${u16(bytes, end)}`;
}

class RdpParser extends OpeningParser {
  readonly #banners: Banners;

  constructor(context: StreamContext) {
    super();
    this.#banners = new Banners(context, 'rdp');
  }

  protected read(side: Side, bytes: Uint8Array, from: number, to: number): void {
    if (side === 1) {
      this.released = true;
      return;
    }
    const text = latin1(bytes, from, Math.min(to, from + 512));
    const user = /Cookie: mstshash=([^\r\n]{1,128})/.exec(text)?.[1] ?? '';
    this.#banners.add(side, 'connection request', { user });
  }
}

export function beginsSocks(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (u8(bytes, from) === 5) return length >= 3 && length === 2 + u8(bytes, from + 1);
  const command = u8(bytes, from + 1);
  const isRequest = u8(bytes, from) === 4 && (command === 1 || command === 2);
  return isRequest && length >= 9 && length < 600 && bytes[to - 1] === 0;
}

/** TPKT with a connection request behind it. */
export function beginsRdp(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from >= 11 && u16(bytes, from) === 0x0300 && u8(bytes, from + 5) === 0xe0;
}

export function createSocksParser(context: StreamContext): StreamParser {
  return new SocksParser(context);
}

export function createRdpParser(context: StreamContext): StreamParser {
  return new RdpParser(context);
}

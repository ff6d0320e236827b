/**
 * The data of DNS records as one text: RFC 1035 section 3.3 and 3.4, RFC 3596 (AAAA), RFC 2782 (SRV),
 * RFC 8659 (CAA), RFC 9460 (SVCB, HTTPS: priority and target). Types without a reader here are given in
 * hexadecimal, at most 256 bytes of it.
 */
import { ipv4Text, ipv6FromBytes } from './addresses.ts';
import { hex, i32, latin1, u8, u16, u32, utf8 } from './bytes.ts';
import type { DnsCursor } from './dns-name.ts';

const MOST_HEX = 256;

type NameReader = (cursor: DnsCursor) => string;
type DataReader = (cursor: DnsCursor, name: NameReader) => string;

/** Counted strings, joined without anything between them, as a TXT record's parts belong together. */
function texts(cursor: DnsCursor): string {
  const { bytes, end } = cursor;
  let { at } = cursor;
  let text = '';
  while (at < end) {
    const stop = Math.min(end, at + 1 + u8(bytes, at));
    text += utf8(bytes, at + 1, stop);
    at = stop;
  }
  return text;
}

function startOfAuthority(cursor: DnsCursor, name: NameReader): string {
  const names = `${name(cursor)} ${name(cursor)}`;
  const { bytes, at } = cursor;
  const numbers = [0, 4, 8, 12, 16].map((offset) => u32(bytes, at + offset));
  return `${names} ${numbers.join(' ')}`;
}

/** Numbers of 16 bits, then a name. */
const numbered =
  (count: number): DataReader =>
  (cursor, name) => {
    const numbers: number[] = [];
    for (let n = 0; n < count; n++) {
      numbers.push(u16(cursor.bytes, cursor.at));
      cursor.at += 2;
    }
    return `${numbers.join(' ')} ${name(cursor)}`;
  };

function authorisation({ bytes, at, end }: DnsCursor): string {
  const value = at + 2 + u8(bytes, at + 1);
  return `${u8(bytes, at)} ${latin1(bytes, at + 2, Math.min(value, end))} ${utf8(bytes, value, end)}`;
}

/** NetBIOS: flags and an address, several times. */
function netBios({ bytes, at, end }: DnsCursor): string {
  const addresses: string[] = [];
  for (let to = at; to + 6 <= end; to += 6) addresses.push(ipv4Text(i32(bytes, to + 2)));
  return addresses.join(' ');
}

const single: DataReader = (cursor, name) => name(cursor);

const READERS: Readonly<Record<number, DataReader>> = {
  1: ({ bytes, at, end }) => (end - at === 4 ? ipv4Text(i32(bytes, at)) : hex(bytes, at, end)),
  2: single,
  5: single,
  6: startOfAuthority,
  12: single,
  15: numbered(1),
  16: texts,
  28: ({ bytes, at, end }) => (end - at === 16 ? ipv6FromBytes(bytes, at) : hex(bytes, at, end)),
  32: netBios,
  33: numbered(3),
  39: single,
  64: numbered(1),
  65: numbered(1),
  99: texts,
  257: authorisation,
};

export function readRecordData(type: number, cursor: DnsCursor, name: NameReader): string {
  const read = READERS[type];
  if (read !== undefined) return read(cursor, name);
  return hex(cursor.bytes, cursor.at, Math.min(cursor.end, cursor.at + MOST_HEX));
}

/** How a text file is written, by its mark or its looks. Total over hostile bytes. */
import { isUtf8 } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1';

export interface SniffedText {
  readonly encoding: TextEncoding;
  /** Bytes of the byte order mark. */
  readonly mark: number;
  /** 'mark', or what was seen in the first bytes. */
  readonly by: string;
}

const LOOKED_AT = 65_536;
const MOST_LINES = 64;
/** Holes of zeros are common in logs of machines that went down; more than this is no text. */
const MOST_CONTROLS = 0.1;

/** Null where the bytes are no text. */
export function sniffEncoding(head: Uint8Array): SniffedText | null {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3, by: 'mark' };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2, by: 'mark' };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2, by: 'mark' };
  const part = head.subarray(0, LOOKED_AT);
  if (part.length === 0) return null;
  const { even, odd, controls } = countZeros(part);
  const half = part.length / 2;
  if (odd > half * 0.6 && even < half * 0.1) return { encoding: 'utf-16le', mark: 0, by: 'looks' };
  if (even > half * 0.6 && odd < half * 0.1) return { encoding: 'utf-16be', mark: 0, by: 'looks' };
  if (controls > part.length * MOST_CONTROLS) return null;
  return isUtf8(part.subarray(0, wholeCharacters(part)))
    ? { encoding: 'utf-8', mark: 0, by: 'looks' }
    : { encoding: 'latin-1', mark: 0, by: 'looks: not UTF-8' };
}

function countZeros(bytes: Uint8Array): { even: number; odd: number; controls: number } {
  const zeros = [0, 0];
  let controls = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
    if (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9 && byte !== 27) controls++;
  }
  return { even: zeros[0] ?? 0, odd: zeros[1] ?? 0, controls };
}

/** Where the last character that is whole ends. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}

export function decodeText(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding === 'utf-8') return bytes.toString('utf8');
  if (encoding === 'latin-1') return bytes.toString('latin1');
  const even = bytes.subarray(0, bytes.length & ~1);
  return encoding === 'utf-16le'
    ? even.toString('utf16le')
    : Buffer.from(even).swap16().toString('utf16le');
}

/** The first bytes as text; null where they are none. */
export function headText(head: Uint8Array): string | null {
  const sniffed = sniffEncoding(head);
  if (sniffed === null) return null;
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, LOOKED_AT));
  return decodeText(bytes.subarray(sniffed.mark), sniffed.encoding);
}

/** The first lines that are whole, at most 64; null where the bytes are no text. */
export function firstLines(head: Uint8Array): readonly string[] | null {
  const lines = headText(head)?.split(/\r?\n/, MOST_LINES + 1) ?? null;
  const isCut = head.length >= LOOKED_AT || (lines?.length ?? 0) > MOST_LINES;
  if (lines !== null && lines.length > 1 && isCut) lines.pop();
  return lines;
}

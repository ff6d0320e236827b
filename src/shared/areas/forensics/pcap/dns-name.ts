/**
 * A name in a DNS message: RFC 1035 sections 3.1 and 4.1.4 (compression). A pointer must lead backwards, so
 * that names end. Written as tshark writes them: labels with dots, without the last one.
 */
import { latin1, u8, u16 } from './bytes.ts';

const MOST_LABELS = 128;
const MOST_NAME = 255;

/** Where reading stands; `bad` once something broke the rules. */
export interface DnsCursor {
  readonly bytes: Uint8Array;
  /** Offset of the message in `bytes`: compression counts from here. */
  readonly base: number;
  readonly end: number;
  at: number;
  bad: boolean;
}

/** A label's own dots and backslashes stay as they are; nothing else is escaped. */
export function readName(cursor: DnsCursor): string {
  const { bytes, base, end } = cursor;
  const labels: string[] = [];
  let at = cursor.at;
  let after = -1;
  let size = 0;
  for (let n = 0; n < MOST_LABELS; n++) {
    const length = u8(bytes, at);
    if (at >= end) break;
    if (length === 0) {
      cursor.at = after < 0 ? at + 1 : after;
      return labels.join('.');
    }
    if (length >= 0xc0) {
      const target = base + (u16(bytes, at) & 0x3fff);
      if (after < 0) after = at + 2;
      if (target >= at) break;
      at = target;
      continue;
    }
    size += length + 1;
    if (length >= 0x40 || at + 1 + length > end || size > MOST_NAME) break;
    labels.push(latin1(bytes, at + 1, at + 1 + length));
    at += length + 1;
  }
  cursor.bad = true;
  cursor.at = after < 0 ? end : after;
  return labels.join('.');
}

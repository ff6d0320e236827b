/**
 * Hellos in DTLS: records RFC 6347 section 4.1, handshake headers 4.2.2. Messages that were cut into
 * fragments are not put together: hellos rarely are, certificates often.
 */
import { u8, u16, u24 } from './bytes.ts';
import type { Side, StreamContext } from './stream-parser.ts';
import {
  CERTIFICATE,
  CLIENT_HELLO,
  emitCertificates,
  emitClientHello,
  emitServerHello,
  SERVER_HELLO,
} from './tls-events.ts';

const HANDSHAKE = 22;
const RECORD_HEADER = 13;
const MESSAGE_HEADER = 12;

export function beginsDtls(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from < RECORD_HEADER || u8(bytes, from) < 20 || u8(bytes, from) > 23) return false;
  const version = u16(bytes, from + 1);
  const isVersion = version === 0xfeff || version === 0xfefd || version === 0x0100;
  return isVersion && from + RECORD_HEADER + u16(bytes, from + 11) <= end;
}

export function readDtls(
  context: StreamContext,
  side: Side,
  bytes: Uint8Array,
  from: number,
  end: number,
): void {
  context.service('dtls');
  let at = from;
  while (at + RECORD_HEADER < end && beginsDtls(bytes, at, end)) {
    const start = at + RECORD_HEADER;
    const next = start + u16(bytes, at + 11);
    // Epoch 0: not encrypted.
    if (u8(bytes, at) === HANDSHAKE && u16(bytes, at + 3) === 0) {
      readMessage(context, side, bytes, start, next);
    }
    at = next;
  }
}

function readMessage(
  context: StreamContext,
  side: Side,
  bytes: Uint8Array,
  at: number,
  end: number,
): void {
  const length = u24(bytes, at + 1);
  const isWhole = u24(bytes, at + 6) === 0 && u24(bytes, at + 9) === length;
  if (!isWhole || at + MESSAGE_HEADER + length > end) return;
  const type = u8(bytes, at);
  const start = at + MESSAGE_HEADER;
  if (type === CLIENT_HELLO) emitClientHello(context, 'dtls', bytes, start, start + length);
  if (type === CERTIFICATE) emitCertificates(context, side, bytes, start, start + length);
  if (type === SERVER_HELLO) emitServerHello(context, 'dtls', bytes, start, start + length);
}

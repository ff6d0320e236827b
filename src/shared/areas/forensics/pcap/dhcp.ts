/**
 * DHCP: RFC 2131 section 2 and the options of RFC 2132: which device asked for which address. Host names
 * here are what the device calls itself.
 */
import { ipv4Text, macText } from './addresses.ts';
import { i32, latin1, u8, u32 } from './bytes.ts';

const COOKIE = 0x63825363;
const TYPES: readonly string[] = [
  '',
  'DISCOVER',
  'OFFER',
  'REQUEST',
  'DECLINE',
  'ACK',
  'NAK',
  'RELEASE',
  'INFORM',
];

export interface DhcpMessage {
  readonly message: string;
  readonly fields: Record<string, string>;
}

const address = (bytes: Uint8Array, at: number): string =>
  u32(bytes, at) === 0 ? '' : ipv4Text(i32(bytes, at));

/** The text of an option that is read here; undefined for the others. */
function optionValue(bytes: Uint8Array, code: number, at: number, end: number): string | undefined {
  switch (code) {
    case 12:
    case 15:
    case 60:
      return latin1(bytes, at, end);
    case 50:
    case 54:
      return address(bytes, at);
    case 53:
      return TYPES[u8(bytes, at)] ?? '';
    case 81:
      return latin1(bytes, at + 3, end);
    default:
      return undefined;
  }
}

function readOptions(bytes: Uint8Array, from: number, end: number): Map<number, string> {
  const options = new Map<number, string>();
  let at = from;
  while (at + 2 <= end && u8(bytes, at) !== 255) {
    const code = u8(bytes, at);
    // 0 is padding and has no length.
    const stop = code === 0 ? at + 1 : Math.min(end, at + 2 + u8(bytes, at + 1));
    const value = optionValue(bytes, code, at + 2, stop);
    if (value !== undefined) options.set(code, value);
    at = stop;
  }
  return options;
}

/** Null where the bytes are no DHCP message. */
export function readDhcp(bytes: Uint8Array, from: number, end: number): DhcpMessage | null {
  if (end - from < 240 || u32(bytes, from + 236) !== COOKIE) return null;
  const options = readOptions(bytes, from + 240, end);
  const message = options.get(53) ?? '';
  return {
    message,
    fields: {
      message,
      mac: macText(bytes, from + 28),
      address: address(bytes, from + 16) || (options.get(50) ?? ''),
      client: address(bytes, from + 12),
      server: options.get(54) ?? '',
      host: options.get(12) ?? options.get(81) ?? '',
      domain: options.get(15) ?? '',
      vendor: options.get(60) ?? '',
    },
  };
}

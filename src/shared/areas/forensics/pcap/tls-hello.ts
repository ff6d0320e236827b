/**
 * ClientHello and ServerHello: RFC 8446 section 4.1.2 and 4.1.3, RFC 5246 section 7.4.1, in DTLS RFC 6347
 * section 4.2.1 (a cookie behind the session id). Extensions: server name RFC 6066 section 3, ALPN RFC
 * 7301 section 3.1, groups RFC 8422 section 5.1, supported versions RFC 8446 section 4.2.1.
 */
import { hex, latin1, u8, u16, u32, utf8 } from './bytes.ts';

export interface ClientHello {
  readonly version: number;
  readonly ciphers: readonly number[];
  readonly extensions: readonly number[];
  readonly sni: string;
  readonly hasSni: boolean;
  readonly alpn: readonly string[];
  /** The first protocol's bytes, which the fingerprint looks at. */
  readonly firstAlpn: Uint8Array;
  readonly groups: readonly number[];
  readonly pointFormats: readonly number[];
  readonly signatureAlgorithms: readonly number[];
  readonly supportedVersions: readonly number[];
  readonly encryptedHello: boolean;
}

export interface ServerHello {
  readonly version: number;
  readonly chosenVersion: number;
  readonly cipher: number;
  readonly extensions: readonly number[];
  readonly alpn: string;
  readonly retry: boolean;
}

const MOST_EXTENSIONS = 256;
const MOST_ALPN = 64;

/** Numbers of 16 bits behind a length of `lengthBytes`. */
function numbers(bytes: Uint8Array, at: number, end: number, lengthBytes: 1 | 2): number[] {
  const length = lengthBytes === 1 ? u8(bytes, at) : u16(bytes, at);
  const stop = Math.min(end, at + lengthBytes + length);
  const list: number[] = [];
  for (let to = at + lengthBytes; to + 2 <= stop; to += 2) list.push(u16(bytes, to));
  return list;
}

function protocols(bytes: Uint8Array, at: number, end: number): Uint8Array[] {
  const stop = Math.min(end, at + 2 + u16(bytes, at));
  const list: Uint8Array[] = [];
  let to = at + 2;
  while (to < stop && list.length < MOST_ALPN) {
    const next = to + 1 + u8(bytes, to);
    list.push(bytes.slice(to + 1, Math.min(next, stop)));
    to = next;
  }
  return list;
}

function serverName(bytes: Uint8Array, at: number, end: number): string {
  if (end - at < 5 || u8(bytes, at + 2) !== 0) return '';
  return utf8(bytes, at + 5, Math.min(end, at + 5 + u16(bytes, at + 3)));
}

type Each = (type: number, at: number, end: number) => void;

function eachExtension(bytes: Uint8Array, from: number, end: number, each: Each): void {
  const stop = Math.min(end, from + 2 + u16(bytes, from));
  let at = from + 2;
  for (let n = 0; n < MOST_EXTENSIONS && at + 4 <= stop; n++) {
    const next = at + 4 + u16(bytes, at + 2);
    each(u16(bytes, at), at + 4, Math.min(next, stop));
    at = next;
  }
}

/** Protocol names are text where they are printable, else hexadecimal. */
function protocolText(bytes: Uint8Array): string {
  const text = latin1(bytes);
  return /^[\x21-\x7e]*$/.test(text) ? text : hex(bytes);
}

type Draft = { -readonly [K in keyof ClientHello]: ClientHello[K] };

function takeExtension(hello: Draft, bytes: Uint8Array, type: number, at: number, end: number) {
  switch (type) {
    case 0:
      hello.hasSni = true;
      hello.sni = serverName(bytes, at, end);
      break;
    case 10:
      hello.groups = numbers(bytes, at, end, 2);
      break;
    case 11:
      hello.pointFormats = Array.from(
        bytes.subarray(at + 1, Math.min(end, at + 1 + u8(bytes, at))),
      );
      break;
    case 13:
      hello.signatureAlgorithms = numbers(bytes, at, end, 2);
      break;
    case 16: {
      const names = protocols(bytes, at, end);
      hello.alpn = names.map(protocolText);
      hello.firstAlpn = names[0] ?? hello.firstAlpn;
      break;
    }
    case 43:
      hello.supportedVersions = numbers(bytes, at, end, 1);
      break;
    case 0xfe0d:
      hello.encryptedHello = true;
      break;
  }
}

/** `at` is behind the handshake header. Null where the lengths make no sense. */
export function readClientHello(
  bytes: Uint8Array,
  at: number,
  end: number,
  datagram: boolean,
): ClientHello | null {
  let to = at + 34;
  to += 1 + u8(bytes, to);
  if (datagram) to += 1 + u8(bytes, to);
  const cipherBytes = u16(bytes, to);
  if (cipherBytes % 2 !== 0 || to + 2 + cipherBytes > end) return null;
  const ciphers = numbers(bytes, to, end, 2);
  to += 2 + cipherBytes;
  to += 1 + u8(bytes, to);
  const extensions: number[] = [];
  const hello: Draft = {
    version: u16(bytes, at),
    ciphers,
    extensions,
    sni: '',
    hasSni: false,
    alpn: [],
    firstAlpn: new Uint8Array(0),
    groups: [],
    pointFormats: [],
    signatureAlgorithms: [],
    supportedVersions: [],
    encryptedHello: false,
  };
  if (to + 2 <= end) {
    eachExtension(bytes, to, end, (type, from, stop) => {
      extensions.push(type);
      takeExtension(hello, bytes, type, from, stop);
    });
  }
  return hello;
}

/** The random of a HelloRetryRequest: SHA-256 of 'HelloRetryRequest' (RFC 8446 section 4.1.3). */
const RETRY = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c';
const RETRY_FIRST = Number.parseInt(RETRY.slice(0, 8), 16);

export function readServerHello(bytes: Uint8Array, at: number, end: number): ServerHello | null {
  const to = at + 35 + u8(bytes, at + 34);
  if (to + 3 > end) return null;
  const version = u16(bytes, at);
  const extensions: number[] = [];
  let chosenVersion = version;
  let alpn = '';
  if (to + 5 <= end) {
    eachExtension(bytes, to + 3, end, (type, from, stop) => {
      extensions.push(type);
      if (type === 43) chosenVersion = u16(bytes, from);
      if (type === 16) alpn = protocolText(protocols(bytes, from, stop)[0] ?? new Uint8Array(0));
    });
  }
  return {
    version,
    chosenVersion,
    cipher: u16(bytes, to),
    extensions,
    alpn,
    // Of nearly every hello the first four bytes say it.
    retry: u32(bytes, at + 2) === RETRY_FIRST && hex(bytes, at + 2, at + 34) === RETRY,
  };
}

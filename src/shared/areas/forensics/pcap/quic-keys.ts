/**
 * Opens QUIC's Initial packets. Their keys follow from the connection id that the client writes in the
 * clear: RFC 9001 section 5.2 (secrets), 5.3 (packets), 5.4 (header protection); version 2: RFC 9369.
 * HKDF-Expand-Label is that of RFC 8446 section 7.1.
 */
import { asciiBytes, concat, u8 } from './bytes.ts';
import type { CaptureCrypto } from './crypto.types.ts';

interface QuicVersion {
  readonly salt: string;
  readonly label: string;
  /** The two bits that mark an Initial packet. */
  readonly initial: number;
}

const V1: QuicVersion = {
  salt: '38762cf7f55934b34d179ae6a4c80cadccbb7f0a',
  label: 'quic',
  initial: 0,
};
const V2: QuicVersion = {
  salt: '0dede3def700a6db819381be6e269dcbf9bd2ed9',
  label: 'quicv2',
  initial: 1,
};
const DRAFT_29: QuicVersion = { ...V1, salt: 'afbfec289993d24c9e9786f19c6111e04390a899' };
const DRAFT_23: QuicVersion = { ...V1, salt: 'c3eef712c72ebb5a11a7d2432bb46365bef9f502' };

/** Null for a version whose keys are not known. */
export function quicVersion(version: number): QuicVersion | null {
  if (version === 1) return V1;
  if (version === 0x6b3343cf) return V2;
  if (version >= 0xff00001d && version <= 0xff000022) return DRAFT_29;
  if (version >= 0xff000017 && version <= 0xff00001c) return DRAFT_23;
  return null;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function expand(
  crypto: CaptureCrypto,
  secret: Uint8Array,
  label: string,
  length: number,
): Uint8Array {
  const name = asciiBytes(`tls13 ${label}`);
  const info = [new Uint8Array([0, length, name.length]), name, new Uint8Array([0, 1])];
  return crypto.hmacSha256(secret, concat(info)).subarray(0, length);
}

export interface PacketKeys {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  readonly header: Uint8Array;
}

/** Keys of both directions, client's first. */
export function initialKeys(
  crypto: CaptureCrypto,
  version: QuicVersion,
  connection: Uint8Array,
): readonly [PacketKeys, PacketKeys] {
  const secret = crypto.hmacSha256(fromHex(version.salt), connection);
  const keys = (label: string): PacketKeys => {
    const side = expand(crypto, secret, label, 32);
    return {
      key: expand(crypto, side, `${version.label} key`, 16),
      nonce: expand(crypto, side, `${version.label} iv`, 12),
      header: expand(crypto, side, `${version.label} hp`, 16),
    };
  };
  return [keys('client in'), keys('server in')];
}

/** `packet` begins with the first byte; `at` is the packet number's place. Null where it does not open. */
export function openInitial(
  crypto: CaptureCrypto,
  keys: PacketKeys,
  packet: Uint8Array,
  at: number,
): Uint8Array | null {
  if (packet.length < at + 20) return null;
  const mask = crypto.aes128Block(keys.header, packet.subarray(at + 4, at + 20));
  const first = u8(packet, 0) ^ (u8(mask, 0) & 15);
  const size = (first & 3) + 1;
  const head = packet.slice(0, at + size);
  head[0] = first;
  const nonce = keys.nonce.slice();
  for (let i = 0; i < size; i++) {
    const byte = u8(packet, at + i) ^ u8(mask, 1 + i);
    head[at + i] = byte;
    nonce[12 - size + i] = u8(nonce, 12 - size + i) ^ byte;
  }
  return crypto.openAes128Gcm(keys.key, nonce, packet.subarray(at + size), head);
}

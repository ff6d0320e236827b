/** What a handshake message leaves, whatever carried it: TLS over TCP, QUIC, DTLS. */
import { u24 } from './bytes.ts';
import type { Certificate, TlsClientEvent } from './capture.types.ts';
import { type Side, type StreamContext, sideName } from './stream-parser.ts';
import { ja3, ja3s, ja4 } from './tls-fingerprints.ts';
import { readClientHello, readServerHello } from './tls-hello.ts';
import { readCertificate } from './x509.ts';

type Carrier = TlsClientEvent['carrier'];

export const CLIENT_HELLO = 1;
export const SERVER_HELLO = 2;
export const CERTIFICATE = 11;

const MOST_CERTIFICATES = 32;

/** @returns false where the message makes no sense */
export function emitClientHello(
  context: StreamContext,
  carrier: Carrier,
  bytes: Uint8Array,
  at: number,
  end: number,
): boolean {
  const hello = readClientHello(bytes, at, end, carrier === 'dtls');
  if (hello === null) return false;
  const { hashes } = context.kit;
  const third = ja3(hello, hashes);
  const fourth = ja4(hello, { carrier, third: third.text, hashes });
  context.kit.emit({
    type: 'tls.client',
    ...context.ends(),
    where: context.where(),
    carrier,
    version: hello.version,
    supportedVersions: hello.supportedVersions,
    sni: hello.sni,
    alpn: hello.alpn,
    ciphers: hello.ciphers,
    extensions: hello.extensions,
    groups: hello.groups,
    signatureAlgorithms: hello.signatureAlgorithms,
    encryptedHello: hello.encryptedHello,
    ja3: third.hash,
    ja3Text: third.text,
    ja4: fourth.ja4,
    ja4Raw: fourth.raw,
  });
  return true;
}

export function emitServerHello(
  context: StreamContext,
  carrier: Carrier,
  bytes: Uint8Array,
  at: number,
  end: number,
): boolean {
  const hello = readServerHello(bytes, at, end);
  if (hello === null) return false;
  const print = ja3s(hello, context.kit.hashes);
  context.kit.emit({
    type: 'tls.server',
    ...context.ends(),
    where: context.where(),
    carrier,
    version: hello.chosenVersion,
    cipher: hello.cipher,
    alpn: hello.alpn,
    extensions: hello.extensions,
    retry: hello.retry,
    ja3s: print.hash,
    ja3sText: print.text,
  });
  return true;
}

/** RFC 5246 section 7.4.2. A certificate that cannot be read still has its size and hashes. */
export function emitCertificates(
  context: StreamContext,
  side: Side,
  bytes: Uint8Array,
  at: number,
  end: number,
): void {
  const { crypto } = context.kit;
  const certificates: Certificate[] = [];
  const stop = Math.min(end, at + 3 + u24(bytes, at));
  let to = at + 3;
  while (to + 3 < stop && certificates.length < MOST_CERTIFICATES) {
    const next = Math.min(stop, to + 3 + u24(bytes, to));
    const der = bytes.subarray(to + 3, next);
    certificates.push({
      ...readCertificate(der),
      sha256: crypto.hash('sha256', der),
      sha1: crypto.hash('sha1', der),
      size: der.length,
    });
    to = next;
  }
  if (certificates.length === 0) return;
  context.kit.emit({
    type: 'tls.certificates',
    ...context.ends(),
    where: context.where(),
    side: sideName(side),
    certificates,
  });
}

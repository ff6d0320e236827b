/**
 * The certificate table ('PE Format', attribute certificates) and the names in its PKCS#7 signed data
 * (RFC 2315 section 9). Nothing is verified: that a signature is there says nothing about who made it.
 */
import { hex } from '../pcap/bytes.ts';
import { children, type Element, elementAt } from '../pcap/der.ts';
import { readCertificate } from '../pcap/x509.ts';
import type { PeSignature, PeSigner } from './pe.types.ts';
import { DIRECTORY, type PeImage } from './pe-image.ts';

const MOST_BYTES = 1_048_576;
const MOST_ENTRIES = 16;
const MOST_CERTIFICATES = 32;
const SIGNED_DATA = '2a864886f70d010702';
const PKCS7 = 2;

export function readSignature(image: PeImage): PeSignature | null {
  // The only directory with a place in the file instead of an address.
  const { address: offset, size } = image.directory(DIRECTORY.security);
  if (offset === 0 || size === 0) return null;
  const end = Math.min(image.view.size, offset + size);
  if (offset >= image.view.size || end < offset + size) {
    image.problem('the signature lies outside the file', offset);
  }
  const certificates: PeSigner[] = [];
  const signers = new Set<string>();
  for (let at = offset, n = 0; at + 8 < end && n < MOST_ENTRIES; n++) {
    const length = image.view.u32(at);
    if (length <= 8) break;
    if (image.view.u16(at + 6) === PKCS7) {
      const bytes = image.view.bytes(at + 8, Math.min(length - 8, end - at - 8, MOST_BYTES));
      readSignedData(bytes, certificates, signers);
    }
    at += Math.ceil(length / 8) * 8;
  }
  if (certificates.length === 0) image.problem('the signature names nobody', offset);
  return { offset, size, signers: [...signers], certificates };
}

function readSignedData(bytes: Uint8Array, list: PeSigner[], signers: Set<string>): void {
  const [type, wrapper] = children(bytes, elementAt(bytes, 0, bytes.length));
  if (type === undefined || hex(bytes, type.at, type.end) !== SIGNED_DATA) return;
  const [signed] = children(bytes, wrapper ?? null);
  const parts = children(bytes, signed ?? null);
  const own: { name: string; serial: string; subject: string }[] = [];
  for (const certificate of children(bytes, parts.find(({ tag }) => tag === 0xa0) ?? null)) {
    if (list.length >= MOST_CERTIFICATES) break;
    const facts = readCertificate(bytes.subarray(startOf(certificate, bytes), certificate.end));
    const { subject, issuer, serial, notBefore, notAfter } = facts;
    list.push({ subject, issuer, serial, notBefore, notAfter });
    own.push({ name: issuer, serial, subject });
  }
  const infos = parts.filter(({ tag }) => tag === 0x31).at(-1);
  for (const info of children(bytes, infos ?? null)) {
    const [, issued] = children(bytes, info);
    const serial = children(bytes, issued ?? null)[1];
    if (serial === undefined) continue;
    const number = hex(bytes, serial.at, serial.end);
    const signer = own.find((candidate) => candidate.serial === number);
    signers.add(signer?.subject ?? `certificate ${number}, which is not enclosed`);
  }
}

/** Where the element's own tag stands: its head has two bytes, or more as its length says. */
function startOf({ at, end }: Element, bytes: Uint8Array): number {
  const length = end - at;
  const head = length < 0x80 ? 2 : length < 0x100 ? 3 : length < 0x10000 ? 4 : 5;
  return bytes[at - head] === 0x30 ? at - head : at;
}

/**
 * A certificate of Watchfloor's own making for a receiver without one: X.509 v3 (RFC 5280) in DER, ECDSA
 * with P-256, for the address it listens on. Nobody vouches for it: the page shows its fingerprint, and
 * the sender is told to trust exactly that one. Its key is kept sealed beside the spool.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';

type Bytes = Buffer<ArrayBufferLike>;
const YEARS = 5;
const YEAR_MS = 365.25 * 86_400_000;

function der(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
/** GeneralizedTime: it has all four digits of the year. */
const time = (ms: number) =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
const ECDSA_SHA256 = () => sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = 'Watchfloor receiver';

interface MadeCertificate {
  /** PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

function makeCertificate(address: string, now: number): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(oid(0x55, 4, 3), der(0x0c, Buffer.from(COMMON_NAME)))));
  const names = isIPv4(address) ? [der(0x87, Buffer.from(address.split('.').map(Number)))] : [];
  const alternatives = sequence(der(0x82, Buffer.from('localhost')), ...names);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256(),
    name,
    sequence(time(now - 86_400_000), time(now + YEARS * YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(0x55, 29, 17), der(0x04, alternatives)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    cert: new X509Certificate(sequence(body, ECDSA_SHA256(), signature)).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The one made before, or a new one where there is none, it is damaged or about to run out. */
export function ownCertificate(
  folder: string,
  sealing: Buffer,
  address: string,
  now: number,
): MadeCertificate {
  const path = join(folder, `certificate-${address.replaceAll(/[^0-9a-fA-F]/g, '-')}.sealed`);
  const known = openKept(path, sealing);
  if (known !== null && Date.parse(new X509Certificate(known.cert).validTo) > now) return known;
  const made = makeCertificate(address, now);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(made), 'utf8'), cipher.final()]);
  writeFileSync(path, Buffer.concat([nonce, cipher.getAuthTag(), sealed]), { mode: 0o600 });
  return made;
}

function openKept(path: string, sealing: Buffer): MadeCertificate | null {
  try {
    const bytes = readFileSync(path);
    const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12), {
      authTagLength: 16,
    }).setAuthTag(bytes.subarray(12, 28));
    const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return JSON.parse(plain.toString('utf8')) as MadeCertificate;
  } catch {
    return null;
  }
}

/** @throws Error that says what does not fit; it holds nothing of the key. */
export function checkIdentity(cert: string, key: string): void {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw new Error('The certificate is not PEM that can be read.');
  }
  let fits: boolean;
  try {
    fits = certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new Error('The private key is not PEM that can be read without a password.');
  }
  if (!fits) throw new Error('The private key does not belong to the certificate.');
}

export function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

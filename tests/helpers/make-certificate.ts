/** Certificates of the tests' own making: X.509 v3 (RFC 5280) in DER, with nothing but what TLS asks for. */
import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';

type Bytes = Buffer<ArrayBufferLike>;

function der(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const text = (value: string) => der(0x0c, Buffer.from(value));
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
const time = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const nameOf = (name: string) => sequence(der(0x31, sequence(oid(0x55, 4, 3), text(name))));

function extensions(isAuthority: boolean, names: readonly string[]): Bytes {
  const basic = sequence(isAuthority ? der(0x01, Buffer.from([255])) : Buffer.alloc(0));
  const list = [sequence(oid(0x55, 29, 19), der(0x04, basic))];
  const alternatives = names.map((name) => {
    const parts = name.split('.').map(Number);
    return parts.length === 4 && parts.every(Number.isInteger)
      ? der(0x87, Buffer.from(parts))
      : der(0x82, Buffer.from(name));
  });
  if (names.length > 0)
    list.push(sequence(oid(0x55, 29, 17), der(0x04, sequence(...alternatives))));
  return der(0xa3, sequence(...list));
}

interface Made {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

export interface Authority extends Made {
  /** A server's certificate for these names and addresses of IPv4. */
  issue(
    names: readonly string[],
    validity?: { readonly from?: number; readonly to?: number },
  ): Made;
}

const DAY_MS = 86_400_000;

interface Wanted {
  readonly subject: string;
  readonly issuer: string;
  readonly names: readonly string[];
  readonly isAuthority: boolean;
  readonly from: number;
  readonly to: number;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
}

function make(wanted: Wanted): string {
  const { subject, issuer, publicKey, signer } = wanted;
  const serial = der(0x02, Buffer.from([1, ...crypto.getRandomValues(new Uint8Array(7))]));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    serial,
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(time(wanted.from), time(wanted.to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(wanted.isAuthority, wanted.names),
  );
  const signature = sign('sha256', body, signer);
  const bits = der(0x03, Buffer.from([0]), signature);
  return new X509Certificate(sequence(body, ECDSA_SHA256, bits)).toString();
}

const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

export function makeAuthority(name = 'Test authority'): Authority {
  const own = pair();
  const always = { from: Date.now() - DAY_MS, to: Date.now() + DAY_MS };
  return {
    cert: make({
      ...{ subject: name, issuer: name, names: [], isAuthority: true, ...always },
      ...{ publicKey: own.publicKey, signer: own.privateKey },
    }),
    key: pem(own.privateKey),
    issue(names, validity) {
      const keys = pair();
      const cert = make({
        ...{ subject: names[0] ?? 'nobody', issuer: name, names, isAuthority: false },
        ...{ ...always, ...validity },
        ...{ publicKey: keys.publicKey, signer: own.privateKey },
      });
      return { cert, key: pem(keys.privateKey) };
    },
  };
}

/**
 * Fingerprints of hellos. JA3 and JA3S as Salesforce defined them: decimal numbers in five (three) fields
 * joined by commas, each field joined by '-', MD5 of it. JA4 (TLS client; no other member of that family
 * is made here, their licence forbids it) after the description that FoxIO publishes. GREASE values (RFC
 * 8701) are left out of JA3 and JA4.
 */
import { hex16 } from './bytes.ts';
import type { Ja4, TextHashes } from './text-hashes.ts';
import type { ClientHello, ServerHello } from './tls-hello.ts';

/** 0x0A0A, 0x1A1A … 0xFAFA. */
function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);
}

function plain(values: readonly number[]): readonly number[] {
  return values.some(isGrease) ? values.filter((value) => !isGrease(value)) : values;
}

export interface Fingerprint {
  readonly text: string;
  readonly hash: string;
}

function md5Of(hashes: TextHashes, text: string): Fingerprint {
  return { text, hash: hashes.of('md5', text) };
}

export function ja3(hello: ClientHello, hashes: TextHashes): Fingerprint {
  const { version, ciphers, extensions, groups, pointFormats } = hello;
  const lists = [plain(ciphers), plain(extensions), plain(groups), pointFormats];
  return md5Of(hashes, [version, ...lists.map((list) => list.join('-'))].join(','));
}

export function ja3s(hello: ServerHello, hashes: TextHashes): Fingerprint {
  return md5Of(hashes, `${hello.version},${hello.cipher},${hello.extensions.join('-')}`);
}

const VERSIONS: Readonly<Record<number, string>> = {
  772: '13',
  771: '12',
  770: '11',
  769: '10',
  768: 's3',
  2: 's2',
  65279: 'd1',
  65277: 'd2',
  65276: 'd3',
};

function versionPart({ version, supportedVersions }: ClientHello): string {
  const offered = plain(supportedVersions);
  const highest = offered.length > 0 ? Math.max(...offered) : version;
  return VERSIONS[highest] ?? '00';
}

const isAlphanumeric = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);

/**
 * First and last character of the first protocol. Beyond ASCII the published results have '99'; other
 * bytes that are neither letter nor digit give the outer digits of their hexadecimal form.
 */
function alpnPart(alpn: Uint8Array): string {
  const first = alpn[0];
  const last = alpn.at(-1);
  if (first === undefined || last === undefined) return '00';
  if (first > 127) return '99';
  if (isAlphanumeric(first) && isAlphanumeric(last)) return String.fromCharCode(first, last);
  return `${(first >> 4).toString(16)}${(last & 15).toString(16)}`;
}

const twoDigits = (count: number): string => String(Math.min(count, 99)).padStart(2, '0');
const list = (values: readonly number[]): string => values.map(hex16).join(',');
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

const CARRIERS = { tcp: 't', quic: 'q', dtls: 'd' } as const;

/** Of equal hellos the sorting and hashing is done once; `third` is the text of JA3. */
export function ja4(
  hello: ClientHello,
  { carrier, third, hashes }: { carrier: keyof typeof CARRIERS; third: string; hashes: TextHashes },
): Ja4 {
  const { hasSni, firstAlpn, signatureAlgorithms, supportedVersions } = hello;
  const lists = `${signatureAlgorithms.join()} ${supportedVersions.join()} ${firstAlpn.join()}`;
  return hashes.ja4(`${carrier}${hasSni} ${third} ${lists}`, () => makeJa4(hello, carrier, hashes));
}

function makeJa4(hello: ClientHello, carrier: keyof typeof CARRIERS, hashes: TextHashes): Ja4 {
  const ciphers = plain(hello.ciphers);
  const extensions = plain(hello.extensions);
  const prefix = [
    CARRIERS[carrier],
    versionPart(hello),
    hello.hasSni ? 'd' : 'i',
    twoDigits(ciphers.length),
    twoDigits(extensions.length),
    alpnPart(hello.firstAlpn),
  ].join('');
  const cipherText = list(sorted(ciphers));
  const named = extensions.filter((type) => type !== 0 && type !== 16);
  const algorithms = list(plain(hello.signatureAlgorithms));
  const extensionText = list(sorted(named)) + (algorithms === '' ? '' : `_${algorithms}`);
  const short = (text: string, empty: boolean): string =>
    empty ? '000000000000' : hashes.of('sha256', text).slice(0, 12);
  const parts = [
    short(cipherText, ciphers.length === 0),
    short(extensionText, extensionText === ''),
  ];
  return {
    ja4: `${prefix}_${parts.join('_')}`,
    raw: `${prefix}_${cipherText}_${extensionText}`,
  };
}

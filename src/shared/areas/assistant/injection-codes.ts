/** Encodings under which an instruction may travel in a log field; what they hold is read as text would be. */

export interface Decoded {
  readonly via: string;
  readonly text: string;
  /** Of what was decoded, in the text that was given. */
  readonly start: number;
  readonly end: number;
}

const RUNS_MAX = 48;
const RUN_LENGTH_MAX = 8_000;
const READABLE_SHARE = 0.8;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** As UTF-8; what is none, byte for byte. */
function utf8(bytes: Uint8Array): string {
  if (bytes.every((byte) => byte < 0x80) || !mayBeUtf8(bytes)) return latin1(bytes);
  try {
    const codes = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`);
    return decodeURIComponent(codes.join(''));
  } catch {
    return latin1(bytes);
  }
}

/** How many bytes follow a first one (RFC 3629); -1 where it is none. */
function followers(byte: number): number {
  if (byte < 0x80) return 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/** Whether every first byte has those that follow it; rules most other bytes out at once. */
function mayBeUtf8(bytes: Uint8Array): boolean {
  let wanted = 0;
  for (const byte of bytes) {
    const follows = (byte & 0xc0) === 0x80;
    if (follows !== wanted > 0) return false;
    wanted = follows ? wanted - 1 : followers(byte);
    if (wanted < 0) return false;
  }
  return wanted === 0;
}

/** Bytes as text: as UTF-16 where half of them are much the same, as in PowerShell's encoded commands. */
function toText(bytes: Uint8Array): string {
  const plain = utf8(bytes);
  if (bytes.length < 12 || (isReadable(plain) && !plain.includes('\0'))) return plain;
  const codes = new Uint16Array(bytes.length >> 1);
  for (let at = 0; at < codes.length; at += 1)
    codes[at] = (bytes[2 * at] ?? 0) | ((bytes[2 * at + 1] ?? 0) << 8);
  const units = String.fromCharCode(...codes);
  return isReadable(units) ? units : plain.replaceAll('\0', '');
}

const READABLE = /[\p{L}\p{N}\s.,:;'"!?()<>{}[\]/=%&+_-]/u;
/** Of the first 256 characters: which of them are. */
const READABLE_256: readonly boolean[] = Array.from({ length: 256 }, (_, code) =>
  READABLE.test(String.fromCharCode(code)),
);

/** Whether most of it is letters, digits and spaces: a digest is not. */
function isReadable(text: string): boolean {
  if (text.length < 6) return false;
  let fit = 0;
  let all = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    all += 1;
    if (code < 256) {
      if (READABLE_256[code]) fit += 1;
      continue;
    }
    const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (READABLE.test(text.slice(at, at + (isPair ? 2 : 1)))) fit += 1;
    if (isPair) at += 1;
  }
  return fit / all >= READABLE_SHARE;
}

const bytesOf = (binary: string): Uint8Array =>
  Uint8Array.from(binary, (unit) => unit.charCodeAt(0) & 0xff);

/** What each sign stands for, by its code. */
function valuesOf(alphabet: string): Int16Array {
  const values = new Int16Array(128).fill(-1);
  for (let value = 0; value < alphabet.length; value += 1)
    values[alphabet.charCodeAt(value)] = value;
  return values;
}
const BASE64 = valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const BASE32 = valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');

/** RFC 4648, sections 4 to 6: `size` bits a sign. */
function based(signs: string, values: Int16Array, size: number): string {
  const bytes = new Uint8Array((signs.length * size) >> 3);
  let [bits, held, length] = [0, 0, 0];
  for (let at = 0; at < signs.length; at += 1) {
    held = ((held << size) | (values[signs.charCodeAt(at)] ?? -1)) & 0xffff;
    bits += size;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (held >> bits) & 0xff;
    length += 1;
  }
  return toText(bytes.subarray(0, length));
}

function base64(run: string): string {
  const signs = run.replaceAll('-', '+').replaceAll('_', '/');
  return based(signs.replace(/[^A-Za-z0-9+/]/g, ''), BASE64, 6);
}

const base32 = (run: string): string => based(run.replaceAll('=', ''), BASE32, 5);

function hex(run: string): string {
  const digits = run.replace(/\\x|0x|[^0-9a-f]/gi, '');
  return toText(bytesOf(digits.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)))));
}

function percent(run: string): string {
  const bytes = run.replaceAll('+', ' ').replace(/%u([0-9a-f]{4})/gi, (_, code: string) => {
    const code16 = parseInt(code, 16);
    return code16 < 0x80 ? String.fromCharCode(code16) : '?';
  });
  return percentBytes(bytes, '%');
}

/** `%41` or `=41`: bytes of UTF-8. */
const percentBytes = (run: string, mark: string): string =>
  run.replace(mark === '%' ? /(?:%[0-9a-f]{2})+/gi : /(?:=[0-9a-f]{2})+/gi, (codes) =>
    utf8(Uint8Array.from(codes.split(mark).slice(1), (pair) => parseInt(pair, 16))),
  );

const fromCode = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : '';

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function entities(run: string): string {
  return run.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));?/gi, (all, ...parts) => {
    const [decimal, hexadecimal, name] = parts as (string | undefined)[];
    if (decimal) return fromCode(Number(decimal));
    if (hexadecimal) return fromCode(parseInt(hexadecimal, 16));
    return NAMED[name?.toLowerCase() ?? ''] ?? all;
  });
}

const escapes = (run: string): string =>
  run
    .replace(/\\u\{([0-9a-f]{1,6})\}/gi, (_, code: string) => fromCode(parseInt(code, 16)))
    .replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, four?: string, two?: string) =>
      fromCode(parseInt(four ?? two ?? '0', 16)),
    )
    .replace(/\\([0-7]{3})/g, (_, octal: string) => fromCode(parseInt(octal, 8)))
    .replace(/\\[nrt]/g, ' ');

/** Tag characters: letters that no font shows. */
const tags = (run: string): string =>
  [...run].map((sign) => fromCode((sign.codePointAt(0) ?? 0) - 0xe0000)).join('');

const decimals = (run: string): string =>
  (run.match(/\d{2,3}/g) ?? []).map((code) => fromCode(Number(code))).join('');

const binary = (run: string): string =>
  (run.match(/[01]{8}/g) ?? []).map((code) => fromCode(parseInt(code, 2))).join('');

interface Code {
  readonly via: string;
  readonly pattern: RegExp;
  readonly decode: (run: string) => string;
}

/** Runs are found, each with its own decoder; the whole field, where single characters are encoded. */
const RUN_CODES: readonly Code[] = [
  {
    via: 'base64',
    pattern: /[A-Za-z0-9+/_-]{16,8000}={0,2}/g,
    decode: base64,
  },
  {
    via: 'base64',
    pattern: /(?:[A-Za-z0-9+/]{4,80}[\s\\]{1,3}){2,100}[A-Za-z0-9+/]{2,80}={0,2}/g,
    decode: base64,
  },
  { via: 'base32', pattern: /[A-Z2-7]{16,8000}={0,6}/g, decode: base32 },
  {
    via: 'hex',
    pattern: /(?:(?:\\x|0x)?[0-9a-f]{2}[\s:,;-]?){8,4000}/gi,
    decode: hex,
  },
  { via: 'decimal codes', pattern: /(?:\d{2,3}[\s,;.]{1,2}){8,2000}\d{2,3}/g, decode: decimals },
  { via: 'binary', pattern: /(?:[01]{8}[\s,]?){8,1000}/g, decode: binary },
  { via: 'tag characters', pattern: /[\u{e0020}-\u{e007e}]{4,4000}/gu, decode: tags },
];

const WHOLE_CODES: readonly Code[] = [
  { via: 'URL encoding', pattern: /%(?:u00)?[0-9a-f]{2}/i, decode: percent },
  { via: 'HTML entities', pattern: /&(?:#\d|#x[0-9a-f]|[a-z]{2,6};)/i, decode: entities },
  { via: 'escapes', pattern: /\\(?:u[0-9a-f{]|x[0-9a-f]|[0-7]{3})/i, decode: escapes },
  {
    via: 'quoted-printable',
    pattern: /=[0-9A-F]{2}/,
    decode: (run) => percentBytes(run.replace(/=\r?\n/g, ''), '='),
  },
];

/** Everything of a text that decodes to something readable, of the runs that are asked for. */
export function decodings(
  text: string,
  isAskedFor: (start: number, end: number) => boolean = () => true,
): Decoded[] {
  const found: Decoded[] = [];
  for (const { via, pattern, decode } of RUN_CODES) {
    let runs = 0;
    for (const match of text.matchAll(pattern)) {
      if (++runs > RUNS_MAX) break;
      if (!isAskedFor(match.index, match.index + match[0].length)) continue;
      const decoded = decode(match[0].slice(0, RUN_LENGTH_MAX));
      if (!isReadable(decoded)) continue;
      found.push({ via, text: decoded, start: match.index, end: match.index + match[0].length });
    }
  }
  for (const { via, pattern, decode } of WHOLE_CODES) {
    if (!pattern.test(text)) continue;
    const decoded = decode(text);
    if (decoded !== text) found.push({ via, text: decoded, start: 0, end: text.length });
  }
  return found;
}

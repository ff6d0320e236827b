/**
 * Whether a text is the address of a wallet: by its checksum, as any run of letters looks like one.
 * Base58Check (Bitcoin), BIP 173 and BIP 350 (bech32, bech32m), EIP-55 (Ethereum), Monero's base58.
 */
import { keccak256 } from './keccak.ts';

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32M = 0x2bc830a3;

/** Big-endian bytes of a number in base 58; null where a letter is none. */
function base58Number(text: string): bigint | null {
  let number = 0n;
  for (const letter of text) {
    const digit = BASE58.indexOf(letter);
    if (digit < 0) return null;
    number = number * 58n + BigInt(digit);
  }
  return number;
}

function bytesOf(number: bigint, size: number): Uint8Array | null {
  const bytes = new Uint8Array(size);
  let rest = number;
  for (let at = size - 1; at >= 0; at--) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return rest === 0n ? bytes : null;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, at) => byte === b[at]);

export function isBitcoin(text: string, sha256: Sha256): boolean {
  if (/^(?:bc1|tb1)/i.test(text)) return isSegwit(text);
  if (!/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)) return false;
  const number = base58Number(text);
  const bytes = number === null ? null : bytesOf(number, 25);
  if (!bytes || (bytes[0] !== 0 && bytes[0] !== 5)) return false;
  return isSame(bytes.subarray(21), sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4));
}

function polymod(values: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    generator.forEach((one, bit) => {
      if ((top >>> bit) & 1) checksum ^= one;
    });
  }
  return checksum >>> 0;
}

function isSegwit(written: string): boolean {
  const text = written.toLowerCase();
  if (written !== text && written !== written.toUpperCase()) return false;
  if (!/^(?:bc|tb)1[02-9ac-hj-np-z]{11,87}$/.test(text)) return false;
  const prefix = [...text.slice(0, 2)].map((letter) => letter.charCodeAt(0));
  const data = [...text.slice(3)].map((letter) => BECH32.indexOf(letter));
  const sum = polymod([
    ...prefix.map((code) => code >> 5),
    0,
    ...prefix.map((c) => c & 31),
    ...data,
  ]);
  return sum === (data[0] === 0 ? 1 : BECH32M);
}

/** Mixed case carries a checksum; one case carries none. */
export function isEthereum(text: string): boolean {
  if (!/^0x[\da-f]{40}$/i.test(text)) return false;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = keccak256(Uint8Array.from(lower, (letter) => letter.charCodeAt(0)));
  return [...digits].every((digit, at) => {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15;
    return digit === (nibble > 7 ? digit.toUpperCase() : digit.toLowerCase());
  });
}

/** Eleven letters are eight bytes, the last seven letters five; 69 bytes with four of Keccak-256. */
export function isMonero(text: string): boolean {
  if (!/^[48][1-9A-HJ-NP-Za-km-z]{94}$/.test(text)) return false;
  const bytes = new Uint8Array(69);
  for (let block = 0; block < 9; block++) {
    const size = block < 8 ? 8 : 5;
    const number = base58Number(text.slice(block * 11, block * 11 + 11));
    const part = number === null ? null : bytesOf(number, size);
    if (!part) return false;
    bytes.set(part, block * 8);
  }
  return isSame(bytes.subarray(65), keccak256(bytes.subarray(0, 65)).subarray(0, 4));
}

/**
 * A part of a column whose values are IPv4 addresses nearly all, as four bytes each: no larger than
 * compressed, and one is read without the others. Little-endian: how many values, how many of them are no
 * addresses; four bytes a value (0 where it is none); the places of those that are none, and they
 * themselves as any other part.
 */
import type { EncodedValues, ValuePart } from './packed.ts';

/** Beside one other value, so many addresses at least. */
const ADDRESSES_AN_OTHER = 8;
const HEAD_BYTES = 4;
const ADDRESS_BYTES = 4;
/** As text: 255.255.255.255. */
const LONGEST_ADDRESS = 15;
const [DOT, ZERO, NINE] = [46, 48, 57];
const NO_ADDRESS = -1;

const OCTETS: readonly string[] = Array.from({ length: 256 }, (_, octet) => String(octet));

/** As one number, or `NO_ADDRESS`: only what is written as `textOf` writes it. */
function addressIn(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 15) return NO_ADDRESS;
  let address = 0;
  let octet = 0;
  let digits = 0;
  let octets = 1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === DOT) {
      if (digits === 0 || octets === 4) return NO_ADDRESS;
      address = address * 256 + octet;
      octet = 0;
      digits = 0;
      octets++;
      continue;
    }
    // No zero in front.
    if (byte < ZERO || byte > NINE || (digits > 0 && octet === 0)) return NO_ADDRESS;
    octet = octet * 10 + byte - ZERO;
    digits++;
    if (octet > 255) return NO_ADDRESS;
  }
  return digits > 0 && octets === 4 ? address * 256 + octet : NO_ADDRESS;
}

const textOf = (address: number): string =>
  `${OCTETS[address >>> 24]}.${OCTETS[(address >>> 16) & 255]}.${OCTETS[(address >>> 8) & 255]}.${OCTETS[address & 255]}`;

/** The text of the four bytes from `at` on; returns where it ends. */
function writeAddress(texts: Uint8Array, end: number, bytes: Uint8Array, at: number): number {
  let to = end;
  for (let place = at + ADDRESS_BYTES - 1; place >= at; place--) {
    const octet = bytes[place] as number;
    if (octet >= 100) texts[to++] = ZERO + Math.floor(octet / 100);
    if (octet >= 10) texts[to++] = ZERO + (Math.floor(octet / 10) % 10);
    texts[to++] = ZERO + (octet % 10);
    if (place > at) texts[to++] = DOT;
  }
  return to;
}

interface AddressValues {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** To be written behind them, where there are any. */
  readonly others: EncodedValues;
}

/** Null where too many are none. */
export function encodeAddresses({ bytes, ends }: EncodedValues): AddressValues | null {
  const most = Math.floor(ends.length / ADDRESSES_AN_OTHER);
  const addresses = new Uint32Array(ends.length);
  const places: number[] = [];
  for (let index = 0; index < ends.length; index++) {
    const address = addressIn(bytes, ends[index - 1] ?? 0, ends[index] as number);
    if (address !== NO_ADDRESS) addresses[index] = address;
    else if (places.push(index) > most) return null;
  }
  const head = HEAD_BYTES + ends.length * ADDRESS_BYTES;
  const out = Buffer.alloc(head + places.length * 2);
  out.writeUInt16LE(ends.length, 0);
  out.writeUInt16LE(places.length, 2);
  addresses.forEach((address, index) => {
    out.writeUInt32LE(address, HEAD_BYTES + index * ADDRESS_BYTES);
  });
  places.forEach((place, index) => {
    out.writeUInt16LE(place, head + index * 2);
  });
  return { bytes: out, others: pickValues({ bytes, ends }, places) };
}

function pickValues({ bytes, ends }: EncodedValues, places: readonly number[]): EncodedValues {
  const picked = places.map((place) => bytes.subarray(ends[place - 1] ?? 0, ends[place]));
  let end = 0;
  const newEnds = Uint32Array.from(picked, ({ length }) => {
    end += length;
    return end;
  });
  return { bytes: Buffer.concat(picked), ends: newEnds };
}

/** `unpackOthers` reads what follows the places. */
export function decodeAddresses(
  stored: Uint8Array,
  unpackOthers: (rest: Uint8Array) => ValuePart,
): ValuePart {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  const length = bytes.readUInt16LE(0);
  const count = bytes.readUInt16LE(2);
  const head = HEAD_BYTES + length * ADDRESS_BYTES;
  const places = new Map<number, number>();
  for (let index = 0; index < count; index++)
    places.set(bytes.readUInt16LE(head + index * 2), index);
  const others = count > 0 ? unpackOthers(bytes.subarray(head + count * 2)) : null;
  const otherAt = (index: number): number | undefined => (others ? places.get(index) : undefined);
  const textAt = (index: number): string =>
    textOf(bytes.readUInt32LE(HEAD_BYTES + index * ADDRESS_BYTES));
  const at = (index: number): string => {
    const other = otherAt(index);
    return other === undefined ? textAt(index) : (others?.at(other) ?? '');
  };
  return {
    length,
    bytes: bytes.length + (others?.bytes ?? 0),
    at,
    bytesAt(index) {
      const other = otherAt(index);
      if (other !== undefined && others) return others.bytesAt(other);
      const text = Buffer.from(textAt(index), 'latin1');
      return { bytes: text, from: 0, to: text.length };
    },
    joined() {
      if (others && others.joined() === null) return null;
      const texts = Buffer.allocUnsafe(length * LONGEST_ADDRESS + (others?.bytes ?? 0));
      const ends = new Uint32Array(length);
      let end = 0;
      for (let index = 0; index < length; index++) {
        const other = otherAt(index);
        end =
          other === undefined
            ? writeAddress(texts, end, bytes, HEAD_BYTES + index * ADDRESS_BYTES)
            : end + texts.write((others?.at(other) ?? '').toLowerCase(), end, 'latin1');
        ends[index] = end;
      }
      return { text: texts.toString('latin1', 0, end), end: (index) => ends[index] ?? 0 };
    },
  };
}

/**
 * Values of the data section, after "MaxMind DB File Format Specification" 2.0, "Output Data Section".
 * Of strangers: depth and number of values are bounded, nothing outside of the section is read, and a pointer
 * leads to no other pointer, as the specification has it.
 */
import { AppError } from '../../../shared/contract/errors.ts';

export type MmdbValue = string | number | bigint | boolean | null | MmdbMap | readonly MmdbValue[];
export type MmdbMap = ReadonlyMap<string, MmdbValue>;

const MOST_DEPTH = 16;
const MOST_VALUES = 4_000;
/** uint16, uint32, int32. */
const WHOLE = new Set([5, 6, 8]);
/** Most bytes of uint64 and uint128. */
const LARGE: Readonly<Record<number, number>> = { 9: 8, 10: 16 };
const SIZE_BASES = [0, 0, 1 << 11, (1 << 19) + (1 << 11)] as const;

export const damaged = (what: string) =>
  new AppError(
    'bad-input',
    `This .mmdb file is damaged or hostile: ${what}. Nothing was imported.`,
  );

interface Head {
  readonly type: number;
  readonly size: number;
  readonly at: number;
}

export class MmdbData {
  readonly #section: Buffer;
  #left = 0;

  constructor(section: Buffer) {
    this.#section = section;
  }

  #number(at: number, size: number): number {
    if (at + size > this.#section.length) throw damaged('a value ends behind the end');
    return size === 0 ? 0 : this.#section.readUIntBE(at, size);
  }

  #head(from: number): Head {
    let at = from + 1;
    const control = this.#number(from, 1);
    let type = control >> 5;
    if (type === 1) return { type, size: control & 31, at };
    if (type === 0) type = 7 + this.#number(at++, 1);
    let size = control & 31;
    if (size > 28) {
      const more = size - 28;
      size = more === 1 ? 29 + this.#number(at, 1) : 0;
      if (more === 2) size = 285 + this.#number(at, 2);
      if (more === 3) size = 65_821 + this.#number(at, 3);
      at += more;
    }
    return { type, size, at };
  }

  /** Where it leads, and where the reader goes on. */
  #pointer({ size, at }: Head): { to: number; next: number } {
    const bytes = (size >> 3) + 1;
    if (bytes === 4) return { to: this.#number(at, 4), next: at + 4 };
    const high = (size & 7) * 256 ** bytes;
    return { to: high + this.#number(at, bytes) + (SIZE_BASES[bytes] ?? 0), next: at + bytes };
  }

  #read(from: number, depth: number): { value: MmdbValue; next: number } {
    this.#left -= 1;
    if (this.#left < 0 || depth > MOST_DEPTH) throw damaged('a record is too deep or too large');
    const one = this.#head(from);
    if (one.type === 1) {
      const { to, next } = this.#pointer(one);
      if (this.#head(to).type === 1) throw damaged('a pointer leads to a pointer');
      return { value: this.#read(to, depth + 1).value, next };
    }
    if (one.type === 7) return this.#readMap(one, depth);
    if (one.type === 11) return this.#readArray(one, depth);
    return this.#scalar(one);
  }

  #readMap({ size, at }: Head, depth: number) {
    const map = new Map<string, MmdbValue>();
    let next = at;
    for (let n = 0; n < size; n++) {
      const key = this.#read(next, depth + 1);
      if (typeof key.value !== 'string') throw damaged('a name is no text');
      const held = this.#read(key.next, depth + 1);
      map.set(key.value, held.value);
      next = held.next;
    }
    return { value: map, next };
  }

  #readArray({ size, at }: Head, depth: number) {
    const values: MmdbValue[] = [];
    let next = at;
    for (let n = 0; n < size; n++) {
      const held = this.#read(next, depth + 1);
      values.push(held.value);
      next = held.next;
    }
    return { value: values, next };
  }

  #scalar({ type, size, at }: Head): { value: MmdbValue; next: number } {
    if (type === 14) return { value: size !== 0, next: at };
    const next = at + size;
    if (next > this.#section.length) throw damaged('a value ends behind the end');
    if (type === 2) return { value: this.#section.toString('utf8', at, next), next };
    if (type === 4) return { value: null, next };
    return { value: this.#numeric({ type, size, at }), next };
  }

  #numeric({ type, size, at }: Head): number | bigint {
    if (type === 3 && size === 8) return this.#section.readDoubleBE(at);
    if (type === 15 && size === 4) return this.#section.readFloatBE(at);
    if (WHOLE.has(type) && size <= 4) {
      const whole = this.#number(at, size);
      return type === 8 ? whole | 0 : whole;
    }
    if (size > (LARGE[type] ?? -1)) throw damaged(`there is no type ${type} of ${size} bytes`);
    const hex = this.#section.toString('hex', at, at + size);
    return hex === '' ? 0n : BigInt(`0x${hex}`);
  }

  /** @throws AppError 'bad-input' */
  at(offset: number): MmdbValue {
    this.#left = MOST_VALUES;
    return this.#read(offset, 0).value;
  }
}

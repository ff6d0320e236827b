/** Addresses and networks, looked up by prefix. */
import { parseIpv6 } from '../addresses.ts';
import type { Needle } from './needles.ts';

/** By length of prefix; the network as a number, or as the text of its groups. */
export interface AddressBook {
  readonly v4: readonly Table<number>[];
  readonly v6: readonly Table<string>[];
  /** Of the first two bytes of an IPv4 address: whether any table knows of such. */
  readonly heads: Uint8Array;
}

interface Table<K> {
  readonly bits: number;
  readonly needles: Map<K, number[]>;
}

const maskOf = (bits: number): number => (bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0);

const keyV6 = (groups: readonly number[], bits: number): string =>
  groups
    .map((group, at) => {
      const left = bits - at * 16;
      return left >= 16 ? group : left <= 0 ? 0 : group & (0x10000 - 2 ** (16 - left));
    })
    .join(':');

function tableOf<K>(tables: Table<K>[], bits: number): Map<K, number[]> {
  const known = tables.find((table) => table.bits === bits);
  if (known) return known.needles;
  const needles = new Map<K, number[]>();
  tables.push({ bits, needles });
  return needles;
}

function add<K>(table: Map<K, number[]>, key: K, needle: number): void {
  const known = table.get(key);
  if (known) known.push(needle);
  else table.set(key, [needle]);
}

export const isAddressLike = (type: string): boolean => type === 'ip' || type === 'cidr';

export function createAddressBook(needles: readonly Needle[]): AddressBook {
  const v4: Table<number>[] = [];
  const v6: Table<string>[] = [];
  const heads = new Uint8Array(65_536);
  for (const [needle, { type, value }] of needles.entries()) {
    if (!isAddressLike(type)) continue;
    const [address = '', length] = value.split('/');
    const groups = address.includes(':') ? parseIpv6(address) : null;
    const bits = length === undefined ? (groups ? 128 : 32) : Number(length);
    if (groups) {
      add(tableOf(v6, bits), keyV6(groups, bits), needle);
      continue;
    }
    const number = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
    const network = (number & maskOf(bits)) >>> 0;
    add(tableOf(v4, bits), network, needle);
    heads.fill(1, network >>> 16, (network >>> 16) + 2 ** Math.max(0, 16 - bits));
  }
  return { v4, v6, heads };
}

export function needlesOfV4(
  book: AddressBook,
  number: number,
  hit: (needle: number) => void,
): void {
  if (book.heads[number >>> 16] !== 1) return;
  for (const { bits, needles } of book.v4) {
    const found = needles.get((number & maskOf(bits)) >>> 0);
    if (found !== undefined) for (const needle of found) hit(needle);
  }
}

export function needlesOfV6(
  book: AddressBook,
  groups: readonly number[],
  hit: (needle: number) => void,
): void {
  for (const { bits, needles } of book.v6) {
    const found = needles.get(keyV6(groups, bits));
    if (found !== undefined) for (const needle of found) hit(needle);
  }
}

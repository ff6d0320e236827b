/**
 * Reads the whole of a .mmdb file once, into ranges: "MaxMind DB File Format Specification" 2.0. A reader of our
 * own, because packages for it look single addresses up in the file itself: they keep a stranger's tree and
 * pointers under every question, and cannot list what is in it. Here it is walked once, in a thread of an import,
 * every node at most once (so that neither a circle nor a shared branch lengthens it), and forgotten.
 */
import type { NetworkFacts } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import type { FileSays, NetworkSink } from './enrichment.types.ts';
import { cleanFacts, hasFacts } from './facts.ts';
import { damaged, MmdbData, type MmdbMap, type MmdbValue } from './mmdb-data.ts';

const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const META_MOST = 131_072;
const GAP = 16;
const MOST_NODES = 60_000_000;
const MOST_RECORDS = 4_000_000;

export const isMmdb = (bytes: Buffer): boolean => bytes.lastIndexOf(MARK) >= 0;

const isMap = (value: MmdbValue | undefined): value is MmdbMap => value instanceof Map;

interface Meta extends FileSays {
  readonly nodes: number;
  readonly recordBits: 24 | 28 | 32;
  readonly bits: 32 | 128;
}

function readMeta(file: Buffer): Meta & { readonly end: number } {
  const end = file.lastIndexOf(MARK);
  if (end < Math.max(0, file.length - META_MOST)) throw damaged('it has no metadata at its end');
  const map = new MmdbData(file.subarray(end + MARK.length)).at(0);
  if (!isMap(map)) throw damaged('its metadata are no map');
  const major = map.get('binary_format_major_version');
  const [nodes, size] = [map.get('node_count'), map.get('record_size')];
  const version = map.get('ip_version');
  if (major !== 2) throw damaged(`format ${String(major)} is not known`);
  if (typeof nodes !== 'number' || nodes < 1 || nodes > MOST_NODES)
    throw damaged('its number of nodes cannot be');
  if (size !== 24 && size !== 28 && size !== 32) throw damaged('its size of records cannot be');
  if (version !== 4 && version !== 6) throw damaged('its version of IP cannot be');
  if ((nodes * size) / 4 + GAP > end) throw damaged('its tree is longer than the file');
  const type = map.get('database_type');
  return {
    ...{ nodes, recordBits: size, bits: version === 4 ? 32 : 128, end },
    date: dayOf(map.get('build_epoch')),
    source: typeof type === 'string' ? type.slice(0, 200) : null,
  };
}

function dayOf(epoch: MmdbValue | undefined): string | null {
  const seconds = typeof epoch === 'bigint' ? Number(epoch) : epoch;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds < 8e9)) return null;
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The two records of a node, "Node Layout". */
function recordReader(file: Buffer, size: 24 | 28 | 32) {
  return (node: number, side: 0 | 1): number => {
    const at = (node * size) / 4;
    if (size === 24) return file.readUIntBE(at + side * 3, 3);
    if (size === 32) return file.readUInt32BE(at + side * 4);
    const middle = file[at + 3] ?? 0;
    return side === 0
      ? (middle >> 4) * 0x100_0000 + file.readUIntBE(at, 3)
      : (middle & 15) * 0x100_0000 + file.readUIntBE(at + 4, 3);
  };
}

/** @throws AppError 'bad-input' where the file is not what the specification has */
export function readMmdb(file: Buffer, sink: NetworkSink): FileSays {
  const { nodes, recordBits, bits, end, date, source } = readMeta(file);
  const tree = (nodes * recordBits) / 4;
  const data = new MmdbData(file.subarray(tree + GAP, end));
  const known = new Map<number, number | null>();
  const factsAt = (offset: number): number | null => {
    const held = known.get(offset);
    if (held !== undefined) return held;
    const facts = factsOf(data.at(offset));
    const number = hasFacts(facts) ? sink.factsOf(facts) : null;
    if (known.size >= MOST_RECORDS) throw damaged('it has more records than tables have');
    known.set(offset, number);
    return number;
  };
  const leaf = (record: number, prefix: bigint, depth: number) => {
    const number = factsAt(record - nodes - GAP);
    if (number === null) {
      sink.reject('networks of which nothing is said that is used here');
      return;
    }
    const rest = BigInt(bits - depth);
    const start = prefix << rest;
    const stop = start | ((1n << rest) - 1n);
    const isV4 = bits === 32 || stop >> 32n === 0n;
    sink.range(isV4 ? 4 : 6, start, stop, number);
  };
  walk({ nodes, bits, record: recordReader(file, recordBits), leaf });
  return { date, source };
}

interface Tree {
  readonly nodes: number;
  readonly bits: number;
  record(node: number, side: 0 | 1): number;
  leaf(record: number, prefix: bigint, depth: number): void;
}

function walk({ nodes, bits, record, leaf }: Tree): void {
  const seen = new Uint8Array(nodes);
  const open: { node: number; prefix: bigint; depth: number }[] = [
    { node: 0, prefix: 0n, depth: 0 },
  ];
  for (let one = open.pop(); one; one = open.pop()) {
    const { node, prefix, depth } = one;
    // IPv4 stands in trees of IPv6 once more under the prefixes that map it (RFC 4291, 6to4, Teredo).
    if (seen[node] === 1) continue;
    seen[node] = 1;
    if (depth >= bits) throw damaged('its tree is deeper than an address has bits');
    // The right branch waits: what is lower comes first, and so ranges come sorted.
    for (const side of [1, 0] as const) {
      const to = record(node, side);
      const next = (prefix << 1n) | BigInt(side);
      if (to < nodes) open.push({ node: to, prefix: next, depth: depth + 1 });
      else if (to > nodes) {
        if (to < nodes + GAP) throw damaged('a record leads between tree and data');
        leaf(to, next, depth + 1);
      }
    }
  }
}

const text = (value: MmdbValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function inside(value: MmdbValue | undefined, ...names: readonly string[]): string | undefined {
  let held = value;
  for (const name of names) held = isMap(held) ? held.get(name) : undefined;
  return text(held);
}

/** Of the fields that GeoLite2, DB-IP and IPinfo publish. */
function factsOf(record: MmdbValue): NetworkFacts {
  if (!isMap(record)) return {};
  const field = (...names: readonly string[]) => inside(record, ...names);
  const divisions = record.get('subdivisions');
  const [division] = Array.isArray(divisions) ? (divisions as readonly MmdbValue[]) : [];
  const number = record.get('autonomous_system_number');
  return cleanFacts({
    asn: typeof number === 'number' ? String(number) : (field('asn') ?? field('as_number')),
    name: field('autonomous_system_organization') ?? field('as_name') ?? field('name'),
    country: field('country', 'iso_code') ?? field('country_code') ?? field('country'),
    countryName: field('country', 'names', 'en') ?? field('country_name'),
    region: inside(division, 'names', 'en') ?? field('region'),
    city: field('city', 'names', 'en') ?? field('city'),
  });
}

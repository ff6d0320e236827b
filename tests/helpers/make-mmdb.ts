/** Writes small .mmdb files after the published format, whole or broken on purpose. */

export type MmdbInput =
  | string
  | number
  | boolean
  | { readonly [name: string]: MmdbInput }
  | readonly MmdbInput[];

function encodeMmdb(value: MmdbInput): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([control(11, value.length), ...value.map(encodeMmdb)]);
  }
  const entries = Object.entries(value);
  const parts = entries.flatMap(([name, held]) => [encodeMmdb(name), encodeMmdb(held)]);
  return Buffer.concat([control(7, entries.length), ...parts]);
}

function control(type: number, size: number): Buffer {
  const short = Math.min(size, 29);
  const more = size < 29 ? [] : [size - 29];
  return type < 8
    ? Buffer.from([(type << 5) | short, ...more])
    : Buffer.from([short, type - 7, ...more]);
}

export interface MmdbNetwork {
  /** Address and prefix as bits. */
  readonly bits: string;
  readonly value: MmdbInput;
}

/** '192.0.2.0/24' as bits of a tree of IPv6, where IPv4 is under ::/96. */
export function v4Bits(cidr: string): string {
  const [address = '', length] = cidr.split('/');
  const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  return '0'.repeat(96) + bits.join('').slice(0, Number(length));
}

type Node = [Node | number | null, Node | number | null];

export interface MmdbOptions {
  readonly networks: readonly MmdbNetwork[];
  readonly recordSize?: 24 | 28 | 32;
  readonly meta?: { readonly [name: string]: MmdbInput };
  /** Bits at which the node of a place of the tree stands again. */
  readonly alias?: { readonly of: string; readonly at: string };
}

export function makeMmdb({ networks, recordSize = 24, meta, alias }: MmdbOptions): Buffer {
  const root: Node = [null, null];
  const offsets: number[] = [];
  const data: Buffer[] = [];
  let size = 0;
  for (const { value } of networks) {
    const bytes = encodeMmdb(value);
    offsets.push(size);
    data.push(bytes);
    size += bytes.length;
  }
  const nodeAt = (bits: string): Node => {
    let node = root;
    for (const bit of bits) {
      const side = Number(bit);
      if (!Array.isArray(node[side])) node[side] = [null, null];
      node = node[side] as Node;
    }
    return node;
  };
  for (const [n, { bits }] of networks.entries()) {
    nodeAt(bits.slice(0, -1))[Number(bits.at(-1))] = offsets[n] ?? 0;
  }
  if (alias) nodeAt(alias.at.slice(0, -1))[Number(alias.at.at(-1))] = nodeAt(alias.of);
  const nodes = numbered(root);
  const count = nodes.size;
  const record = (held: Node | number | null): number =>
    held === null ? count : typeof held === 'number' ? count + 16 + held : (nodes.get(held) ?? 0);
  const tree = Buffer.concat(
    [...nodes.keys()].map(([left, right]) => pack(record(left), record(right), recordSize)),
  );
  const head = {
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, ip_version: 6 },
    ...{ build_epoch: Date.parse('2025-09-15') / 1000, database_type: 'Test-ASN' },
    ...{ node_count: count, record_size: recordSize, languages: ['en'], ...meta },
  };
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, encodeMmdb(head)]);
}

function numbered(root: Node): Map<Node, number> {
  const nodes = new Map<Node, number>();
  const open = [root];
  for (let node = open.shift(); node; node = open.shift()) {
    if (nodes.has(node)) continue;
    nodes.set(node, nodes.size);
    for (const held of node) if (Array.isArray(held)) open.push(held);
  }
  return nodes;
}

function pack(left: number, right: number, size: 24 | 28 | 32): Buffer {
  const bytes = Buffer.alloc(size / 4);
  if (size === 24) {
    bytes.writeUIntBE(left, 0, 3);
    bytes.writeUIntBE(right, 3, 3);
  } else if (size === 32) {
    bytes.writeUInt32BE(left, 0);
    bytes.writeUInt32BE(right, 4);
  } else {
    bytes.writeUIntBE(left & 0xff_ffff, 0, 3);
    bytes[3] = ((left >>> 24) << 4) | (right >>> 24);
    bytes.writeUIntBE(right & 0xff_ffff, 4, 3);
  }
  return bytes;
}

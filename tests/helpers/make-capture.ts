/**
 * Makes captures: packets from layers, files from packets. All bytes are written here by the documents
 * that the reader follows; checksums are left 0, as captures on the sending machine have them.
 */
export type Bytes = Uint8Array;

export function join(...parts: readonly (Bytes | readonly number[])[]): Bytes {
  let size = 0;
  for (const part of parts) size += part.length;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const be16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
export const be32 = (value: number): number[] => [...be16(value >>> 16), ...be16(value & 0xffff)];
export const text = (value: string): Bytes => Uint8Array.from(value, (c) => c.charCodeAt(0));

export function ethernet(type: number, payload: Bytes): Bytes {
  return join([2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1], be16(type), payload);
}

export function vlan(id: number, type: number, payload: Bytes): Bytes {
  return join(be16(id), be16(type), payload);
}

export interface Ipv4 {
  readonly from: string;
  readonly to: string;
  readonly protocol: number;
  readonly id?: number;
  /** Offset in bytes of a fragment, and whether more follow. */
  readonly offset?: number;
  readonly more?: boolean;
}

const address = (dotted: string): number[] => dotted.split('.').map(Number);

export function ipv4(header: Ipv4, payload: Bytes): Bytes {
  const { from, to, protocol, id = 1, offset = 0, more = false } = header;
  const fragment = (offset >> 3) | (more ? 0x2000 : 0);
  return join(
    [0x45, 0, ...be16(20 + payload.length), ...be16(id), ...be16(fragment), 64, protocol, 0, 0],
    address(from),
    address(to),
    payload,
  );
}

/** Addresses by their last two bytes. */
export function ipv6(from: number, to: number, next: number, payload: Bytes): Bytes {
  const host = (number: number): number[] => [
    0x20,
    1,
    0xd,
    0xb8,
    ...Array(10).fill(0),
    ...be16(number),
  ];
  return join([0x60, 0, 0, 0, ...be16(payload.length), next, 64], host(from), host(to), payload);
}

export function udp(from: number, to: number, payload: Bytes): Bytes {
  return join(be16(from), be16(to), be16(8 + payload.length), [0, 0], payload);
}

export interface Tcp {
  readonly from: number;
  readonly to: number;
  readonly seq: number;
  readonly ack?: number;
  readonly flags?: number;
}

export function tcp({ from, to, seq, ack = 0, flags = 0x18 }: Tcp, payload: Bytes): Bytes {
  return join(
    be16(from),
    be16(to),
    be32(seq),
    be32(ack),
    [0x50, flags, 255, 255, 0, 0, 0, 0],
    payload,
  );
}

export interface Packet {
  readonly bytes: Bytes;
  readonly seconds?: number;
  readonly micros?: number;
  /** On the wire, where the capture cut it. */
  readonly wire?: number;
}

export interface PcapShape {
  readonly linkType?: number;
  readonly big?: boolean;
  readonly nanos?: boolean;
  readonly snap?: number;
}

function words(big: boolean, values: readonly number[]): Bytes {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value, !big);
  return bytes;
}

export function pcapHeader(shape: PcapShape = {}): Bytes {
  const { linkType = 1, big = false, nanos = false, snap = 262_144 } = shape;
  const magic = nanos ? 0xa1b23c4d : 0xa1b2c3d4;
  return words(big, [magic, big ? 0x00020004 : 0x00040002, 0, 0, snap, linkType]);
}

export function pcapRecord(packet: Packet, shape: PcapShape = {}): Bytes {
  const { bytes, seconds = 1_700_000_000, micros = 0, wire = bytes.length } = packet;
  const scale = shape.nanos === true ? 1_000 : 1;
  return join(words(shape.big ?? false, [seconds, micros * scale, bytes.length, wire]), bytes);
}

export function pcap(packets: readonly Packet[], shape: PcapShape = {}): Bytes {
  return join(pcapHeader(shape), ...packets.map((packet) => pcapRecord(packet, shape)));
}

function block(big: boolean, type: number, body: Bytes): Bytes {
  const padded = join(body, Array((4 - (body.length % 4)) % 4).fill(0));
  const size = 12 + padded.length;
  return join(words(big, [type, size]), padded, words(big, [size]));
}

export interface PcapngShape {
  readonly big?: boolean;
  readonly linkType?: number;
  /** `if_tsresol`. */
  readonly resolution?: number;
}

const order16 = (big: boolean, value: number): number[] =>
  big ? be16(value) : be16(value).reverse();

export function pcapngHead(shape: PcapngShape = {}): Bytes {
  const { big = false, linkType = 1, resolution = 6 } = shape;
  const section = join(
    words(big, [0x1a2b3c4d]),
    order16(big, 1),
    order16(big, 0),
    Array(8).fill(255),
  );
  const option = join(order16(big, 9), order16(big, 1), [resolution, 0, 0, 0], [0, 0, 0, 0]);
  const port = join(order16(big, linkType), [0, 0], words(big, [0]), option);
  return join(block(big, 0x0a0d0d0a, section), block(big, 1, port));
}

/** `units` of the interface's clock since 1970. */
export function pcapngPacket(bytes: Bytes, units: bigint, shape: PcapngShape = {}): Bytes {
  const { big = false } = shape;
  const time = [Number(units >> 32n), Number(units & 0xffffffffn)];
  return block(big, 6, join(words(big, [0, ...time, bytes.length, bytes.length]), bytes));
}

/** A question for an A record. */
export function dnsQuery(id: number, name: string): Bytes {
  const labels = name.split('.').flatMap((label) => [label.length, ...text(label)]);
  return join(be16(id), [1, 0, 0, 1, 0, 0, 0, 0, 0, 0], labels, [0, 0, 1, 0, 1]);
}

export function dnsAnswer(id: number, name: string, to: string): Bytes {
  const question = dnsQuery(id, name).subarray(12);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address(to)];
  return join(be16(id), [0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0], question, record);
}

/**
 * Link layers by their LINKTYPE number (draft-ietf-opsawg-pcaplinktype): what lies between the record
 * and the first network header. IEEE 802.11 after its clause 9.2, radiotap after the format's own page,
 * PPP after RFC 1661 and 1662, frame relay after RFC 2427.
 */
import { i32, u8, u16, u16Le, u32, u32Le } from './bytes.ts';
import type { Frame } from './frame.ts';
import {
  cutOff,
  DONE,
  IPV4,
  IPV6,
  type LayerEntry,
  type LayerKit,
  LLC,
  linkType,
  MPLS,
  PPP,
  RAW_IP,
  skip,
} from './layer-kit.ts';

const left = (frame: Frame): number => frame.end - frame.at;

/** Address families: 2 is IPv4 everywhere; IPv6 has another number on every system. */
function byFamily(frame: Frame, kit: LayerKit, family: number, header: number): number {
  frame.at += header;
  if (family === 2) return IPV4;
  if (family === 10 || family === 24 || family === 28 || family === 30) return IPV6;
  kit.log.unread(`loopback: address family ${family}`);
  return DONE;
}

/** BSD loopback: the family in the byte order of the machine that captured. */
function loopback(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 4) return cutOff(kit, 'loopback');
  const big = u32(frame.bytes, frame.at);
  return byFamily(frame, kit, big > 0xffff ? u32Le(frame.bytes, frame.at) : big, 4);
}

function linuxCooked(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 16) return cutOff(kit, 'sll');
  const protocol = u16(frame.bytes, frame.at + 14);
  return skip(frame, 16, protocol === 4 || protocol === 1 ? LLC : protocol);
}

function linuxCooked2(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 20) return cutOff(kit, 'sll2');
  const protocol = u16(frame.bytes, frame.at);
  return skip(frame, 20, protocol === 4 || protocol === 1 ? LLC : protocol);
}

function ppp(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 4) return cutOff(kit, 'ppp');
  if (u16(frame.bytes, frame.at) === 0xff03) frame.at += 2;
  const first = u8(frame.bytes, frame.at);
  // An odd first byte is the whole number: the field may be compressed.
  const short = (first & 1) === 1;
  const protocol = short ? first : u16(frame.bytes, frame.at);
  frame.at += short ? 1 : 2;
  if (protocol === 0x0021) return IPV4;
  if (protocol === 0x0057) return IPV6;
  if (protocol === 0x0281) return MPLS;
  kit.log.unread(`ppp: protocol 0x${protocol.toString(16)}`);
  return DONE;
}

function ciscoHdlc(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 4) return cutOff(kit, 'hdlc');
  if (u8(frame.bytes, frame.at) === 0xff) return PPP;
  return skip(frame, 4, u16(frame.bytes, frame.at + 2));
}

function frameRelay(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 6) return cutOff(kit, 'frame relay');
  const id = u8(frame.bytes, frame.at + 3);
  if (id === 0xcc) return skip(frame, 4, IPV4);
  if (id === 0x8e) return skip(frame, 4, IPV6);
  kit.log.unread('frame relay: protocol');
  return DONE;
}

/** Length of the header before the 802.2 header; 0 where there is none to read. */
function wirelessHeader(frame: Frame): number {
  const control = u16Le(frame.bytes, frame.at);
  const subtype = (control >> 4) & 15;
  if (((control >> 2) & 3) !== 2 || (subtype & 4) !== 0) return 0;
  let size = 24;
  if ((control & 0x0300) === 0x0300) size += 6;
  if ((subtype & 8) !== 0) size += (control & 0x8000) === 0 ? 2 : 6;
  return size;
}

function wireless(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 24) return cutOff(kit, '802.11');
  const { bytes, at } = frame;
  const size = wirelessHeader(frame);
  if (size === 0) {
    kit.log.unread('802.11: no data frame');
    return DONE;
  }
  if ((u8(bytes, at + 1) & 0x40) !== 0) {
    kit.log.unread('802.11: encrypted');
    return DONE;
  }
  // Radiotap's flag 0x20: padding to 4 bytes behind the header. LLC with SNAP begins with AA AA 03.
  const padded = size + (-size & 3);
  const isPadded = padded !== size && u16(bytes, at + padded) === 0xaaaa;
  return skip(frame, isPadded ? padded : size, LLC);
}

/** A header before 802.11 that says its own length. */
function radio(length: (frame: Frame) => number, name: string, inner: number) {
  return (frame: Frame, kit: LayerKit): number => {
    const size = left(frame) < 8 ? 0 : length(frame);
    if (size < 8 || size > left(frame)) return cutOff(kit, name);
    return skip(frame, size, inner);
  };
}

const WIRELESS = linkType(105);

/** Per-packet information: the link type of the packet stands in its header. */
function perPacketInformation(frame: Frame, kit: LayerKit): number {
  const size = u16Le(frame.bytes, frame.at + 2);
  if (left(frame) < 8 || size < 8 || size > left(frame)) return cutOff(kit, 'ppi');
  return skip(frame, size, linkType(u32Le(frame.bytes, frame.at + 4) & 0xffff));
}

/** Linux netfilter log: type-length-value; 9 is the packet. The numbers have the machine's order. */
function netfilterLog(frame: Frame, kit: LayerKit): number {
  const { bytes, end } = frame;
  let at = frame.at + 4;
  while (at + 4 <= end) {
    const length = u16Le(bytes, at);
    if (length < 4) break;
    if ((u16Le(bytes, at + 2) & 0x7fff) === 9) {
      frame.at = at + 4;
      return RAW_IP;
    }
    at += length + (-length & 3);
  }
  return cutOff(kit, 'nflog');
}

function packetFilterLog(frame: Frame, kit: LayerKit): number {
  const length = u8(frame.bytes, frame.at);
  if (length < 4 || length > left(frame)) return cutOff(kit, 'pflog');
  return byFamily(frame, kit, u8(frame.bytes, frame.at + 1), length + (-length & 3));
}

function tokenRing(frame: Frame, kit: LayerKit): number {
  if (left(frame) < 22) return cutOff(kit, 'token ring');
  const routed = (u8(frame.bytes, frame.at + 8) & 0x80) !== 0;
  return skip(frame, routed ? 14 + (u8(frame.bytes, frame.at + 14) & 31) : 14, LLC);
}

const fixed = (bytes: number, next: number) => (frame: Frame) => skip(frame, bytes, next);
const raw = fixed(0, RAW_IP);

export const LINK_LAYERS: readonly LayerEntry[] = [
  [linkType(0), 'loopback', loopback],
  [linkType(108), 'loopback', loopback],
  [linkType(6), 'token ring', tokenRing],
  [linkType(10), 'fddi', fixed(13, LLC)],
  [linkType(9), 'ppp', ppp],
  [linkType(50), 'ppp', ppp],
  [linkType(51), 'pppoe', fixed(6, PPP)],
  [linkType(166), 'ppp', fixed(2, PPP)],
  [linkType(204), 'ppp', fixed(1, PPP)],
  [linkType(12), 'raw', raw],
  [linkType(14), 'raw', raw],
  [linkType(101), 'raw', raw],
  [linkType(228), 'raw', fixed(0, IPV4)],
  [linkType(229), 'raw', fixed(0, IPV6)],
  [linkType(104), 'hdlc', ciscoHdlc],
  [linkType(105), '802.11', wireless],
  [linkType(107), 'frame relay', frameRelay],
  [
    linkType(109),
    'enc',
    (frame, kit) => byFamily(frame, kit, i32(frame.bytes, frame.at) & 0xff, 12),
  ],
  [linkType(113), 'sll', linuxCooked],
  [linkType(276), 'sll2', linuxCooked2],
  [linkType(117), 'pflog', packetFilterLog],
  [linkType(119), 'prism', radio((f) => u32Le(f.bytes, f.at + 4), 'prism', WIRELESS)],
  [linkType(127), 'radiotap', radio((f) => u16Le(f.bytes, f.at + 2), 'radiotap', WIRELESS)],
  [linkType(163), 'avs', radio((f) => u32(f.bytes, f.at + 4), 'avs', WIRELESS)],
  [linkType(192), 'ppi', perPacketInformation],
  [linkType(219), 'mpls', fixed(0, MPLS)],
  [linkType(239), 'nflog', netfilterLog],
  [PPP, 'ppp', ppp],
];

/**
 * Ethernet and what stands between it and IP: IEEE 802.3 clause 3, 802.1Q clause 9 (tags, one in
 * another), 802.2 with SNAP (RFC 1042), 802.1AE without encryption, 802.1ah, PPPoE (RFC 2516 section 4),
 * MPLS (RFC 3032 section 2.1; a first nibble 0 is the control word of RFC 4385), NSH (RFC 8300).
 */
import { u8, u16, u24 } from './bytes.ts';
import type { Frame } from './frame.ts';
import {
  BRIDGED,
  cutOff,
  DONE,
  ETHERNET,
  IPV4,
  IPV6,
  type LayerEntry,
  type LayerKit,
  LLC,
  MPLS,
  PPP,
  RAW_IP,
  skip,
} from './layer-kit.ts';

const LARGEST_LENGTH = 1_500;

/** A number up to 1500 is a length, with an 802.2 header behind it. */
function typeOrLength(frame: Frame, at: number): number {
  const type = u16(frame.bytes, at);
  frame.at = at + 2;
  return type > LARGEST_LENGTH ? type : LLC;
}

function ethernet(frame: Frame, kit: LayerKit): number {
  if (frame.end - frame.at < 14) return cutOff(kit, 'ethernet');
  return typeOrLength(frame, frame.at + 12);
}

function vlan(frame: Frame, kit: LayerKit): number {
  if (frame.end - frame.at < 4) return cutOff(kit, 'vlan');
  frame.vlan = u16(frame.bytes, frame.at) & 0x0fff;
  return typeOrLength(frame, frame.at + 2);
}

function llc(frame: Frame, kit: LayerKit): number {
  const { bytes, at } = frame;
  if (frame.end - at < 3) return cutOff(kit, 'llc');
  const access = u16(bytes, at);
  if (access === 0xaaaa && frame.end - at >= 8) {
    const organisation = u24(bytes, at + 3);
    const type = u16(bytes, at + 6);
    if (organisation === 0 || organisation === 0x0000f8) {
      return skip(frame, 8, type > LARGEST_LENGTH ? type : DONE);
    }
    if (organisation === 0x0080c2 && (type === 1 || type === 7)) return skip(frame, 8, ETHERNET);
    kit.log.unread('llc: another organisation');
    return DONE;
  }
  if (access === 0x0606) return skip(frame, 3, RAW_IP);
  kit.log.unread(access === 0x4242 ? 'llc: spanning tree' : 'llc: no IP');
  return DONE;
}

function mpls(frame: Frame, kit: LayerKit): number {
  const { bytes, end } = frame;
  let at = frame.at;
  while (at + 4 <= end && (u8(bytes, at + 2) & 1) === 0) at += 4;
  if (at + 5 > end) return cutOff(kit, 'mpls');
  frame.at = at + 4;
  const nibble = u8(bytes, frame.at) >> 4;
  if (nibble === 4) return IPV4;
  if (nibble === 6) return IPV6;
  return skip(frame, nibble === 0 ? 4 : 0, ETHERNET);
}

function pppoe(frame: Frame, kit: LayerKit): number {
  if (frame.end - frame.at < 8) return cutOff(kit, 'pppoe');
  return skip(frame, 6, PPP);
}

function macSec(frame: Frame, kit: LayerKit): number {
  if (frame.end - frame.at < 16) return cutOff(kit, '802.1ae');
  const flags = u8(frame.bytes, frame.at);
  if ((flags & 0x0c) !== 0) {
    kit.log.unread('802.1ae: encrypted');
    return DONE;
  }
  return typeOrLength(frame, frame.at + ((flags & 0x20) === 0 ? 6 : 14));
}

const SERVICE_NEXT: readonly number[] = [DONE, IPV4, IPV6, ETHERNET, DONE, MPLS];

function serviceHeader(frame: Frame, kit: LayerKit): number {
  const size = (u8(frame.bytes, frame.at + 1) & 63) * 4;
  if (size < 8 || frame.end - frame.at < size) return cutOff(kit, 'nsh');
  return skip(frame, size, SERVICE_NEXT[u8(frame.bytes, frame.at + 3)] ?? DONE);
}

/** Read by nobody here, but named in the receipt. */
const named =
  (name: string) =>
  (_frame: Frame, kit: LayerKit): number => {
    kit.log.unread(name);
    return DONE;
  };

export const ETHER_LAYERS: readonly LayerEntry[] = [
  [ETHERNET, 'ethernet', ethernet],
  [BRIDGED, 'ethernet', ethernet],
  [LLC, 'llc', llc],
  [0x8100, 'vlan', vlan],
  [0x88a8, 'vlan', vlan],
  [0x9100, 'vlan', vlan],
  [0x9200, 'vlan', vlan],
  [0x88e7, '802.1ah', (frame) => skip(frame, 4, ETHERNET)],
  [0x88e5, '802.1ae', macSec],
  [MPLS, 'mpls', mpls],
  [0x8848, 'mpls', mpls],
  [0x8864, 'pppoe', pppoe],
  [0x894f, 'nsh', serviceHeader],
  [0x892f, 'hsr', (frame) => typeOrLength(frame, frame.at + 4)],
  [0x0806, 'arp', named('arp')],
  [0x8035, 'rarp', named('rarp')],
  [0x8863, 'pppoe discovery', named('pppoe discovery')],
  [0x888e, '802.1x', named('802.1x')],
  [0x88cc, 'lldp', named('lldp')],
  [0x8809, 'slow protocols', named('slow protocols')],
];

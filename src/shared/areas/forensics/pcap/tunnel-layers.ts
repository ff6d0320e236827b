/**
 * Packets in packets: GRE (RFC 2784, 2890; version 1 of RFC 2637), ERSPAN (draft-foschiano-erspan
 * section 4), VXLAN (RFC 7348 section 5) and its GPE draft, Geneve (RFC 8926 section 3.4), Teredo (RFC
 * 4380 section 5.1.1), GTP-U (3GPP TS 29.281 section 5), L2TP (RFC 2661 section 3.1), EtherIP (RFC 3378),
 * MPLS in UDP (RFC 7510) and IP (RFC 4023). Tunnels over UDP are taken for such by port and header.
 */
import { u8, u16 } from './bytes.ts';
import type { Frame } from './frame.ts';
import { readUdpHeader } from './ip-layers.ts';
import {
  addTunnel,
  cutOff,
  DONE,
  ETHERNET,
  GENEVE,
  GTP_U,
  IPV4,
  IPV6,
  ipProtocol,
  L2TP,
  type LayerEntry,
  type LayerKit,
  MPLS,
  PPP,
  RAW_IP,
  skip,
  TEREDO,
  VXLAN,
  VXLAN_GPE,
} from './layer-kit.ts';

const left = (frame: Frame): number => frame.end - frame.at;

function gre(frame: Frame, kit: LayerKit): number {
  const { bytes, at } = frame;
  if (left(frame) < 4) return cutOff(kit, 'gre');
  const flags = u16(bytes, at);
  const type = u16(bytes, at + 2);
  const version = flags & 7;
  const sequenced = (flags & 0x1000) !== 0;
  let size = 4;
  if ((flags & 0xc000) !== 0 && version === 0) size += 4;
  if ((flags & 0x2000) !== 0) size += 4;
  if (sequenced) size += 4;
  if (version === 1 && (flags & 0x0080) !== 0) size += 4;
  if (left(frame) <= size) return cutOff(kit, 'gre');
  kit.onOther(frame);
  frame.at = at + size;
  addTunnel(frame, 'gre');
  if (type === 0x88be) return skip(frame, sequenced ? 8 : 0, ETHERNET);
  if (type === 0x22eb) return erspan3(frame);
  if (type === 0x880b) return PPP;
  // WCCP version 2 puts four bytes before the packet, version 1 none.
  if (type === 0x883e) return skip(frame, u8(bytes, frame.at) >> 4 === 4 ? 0 : 4, IPV4);
  return type;
}

function erspan3(frame: Frame): number {
  const more = (u8(frame.bytes, frame.at + 11) & 1) === 1;
  return skip(frame, more ? 20 : 12, ETHERNET);
}

function vxlan(frame: Frame): number {
  addTunnel(frame, 'vxlan');
  return skip(frame, 8, ETHERNET);
}

const GPE_NEXT: readonly number[] = [DONE, IPV4, IPV6, ETHERNET, 0x894f, MPLS];

function vxlanGpe(frame: Frame): number {
  addTunnel(frame, 'vxlan');
  return skip(frame, 8, GPE_NEXT[u8(frame.bytes, frame.at + 3)] ?? DONE);
}

function geneve(frame: Frame): number {
  const { bytes, at } = frame;
  const size = 8 + (u8(bytes, at) & 63) * 4;
  addTunnel(frame, 'geneve');
  return skip(frame, size, u16(bytes, at + 2));
}

function teredo(frame: Frame): number {
  const { bytes } = frame;
  if (u16(bytes, frame.at) === 0x0001) {
    frame.at += 13 + u8(bytes, frame.at + 2) + u8(bytes, frame.at + 3);
  }
  if (u16(bytes, frame.at) === 0x0000) frame.at += 8;
  if (left(frame) < 40 || u8(bytes, frame.at) >> 4 !== 6) return DONE;
  addTunnel(frame, 'teredo');
  return IPV6;
}

const MOST_EXTENSIONS = 16;

function gtp(frame: Frame): number {
  const { bytes, at } = frame;
  const flags = u8(bytes, at);
  let to = at + 8;
  if ((flags & 7) !== 0) {
    to += 4;
    let next = (flags & 4) === 0 ? 0 : u8(bytes, to - 1);
    for (let n = 0; next !== 0 && n < MOST_EXTENSIONS && to < frame.end; n++) {
      to += Math.max(1, u8(bytes, to)) * 4;
      next = u8(bytes, to - 1);
    }
  }
  if (to >= frame.end) return DONE;
  frame.at = to;
  addTunnel(frame, 'gtp');
  return RAW_IP;
}

function l2tp(frame: Frame): number {
  const { bytes, at } = frame;
  const flags = u16(bytes, at);
  let to = at + 6;
  if ((flags & 0x4000) !== 0) to += 2;
  if ((flags & 0x0800) !== 0) to += 4;
  if ((flags & 0x0200) !== 0) to += 2 + u16(bytes, to);
  if (to >= frame.end) return DONE;
  frame.at = to;
  addTunnel(frame, 'l2tp');
  return PPP;
}

/** The tunnel that a datagram's port and first bytes speak of; `DONE` for none. */
function tunnelOf(frame: Frame): number {
  const { bytes, at, destinationPort: to, sourcePort: from } = frame;
  if (left(frame) < 12) return DONE;
  if ((to === 4789 || to === 8472) && u8(bytes, at) === 8) {
    return VXLAN;
  }
  if (to === 4790 && (u8(bytes, at) & 0x0c) === 0x0c) return VXLAN_GPE;
  if (to === 6081 && u8(bytes, at) >> 6 === 0) return GENEVE;
  if (to === 3544 || from === 3544) return TEREDO;
  if (to === 2152 && u8(bytes, at) >> 4 === 3 && u8(bytes, at + 1) === 0xff) return GTP_U;
  if (to === 1701 && (u16(bytes, at) & 0x800f) === 2) return L2TP;
  if (to === 6635) return MPLS;
  return DONE;
}

function udp(frame: Frame, kit: LayerKit): number {
  if (!readUdpHeader(frame)) {
    kit.onOther(frame);
    return cutOff(kit, 'udp');
  }
  kit.onUdp(frame);
  return tunnelOf(frame);
}

function etherIp(frame: Frame): number {
  addTunnel(frame, 'etherip');
  return skip(frame, 2, ETHERNET);
}

export const TUNNEL_LAYERS: readonly LayerEntry[] = [
  [ipProtocol(17), 'udp', udp],
  [ipProtocol(47), 'gre', gre],
  [ipProtocol(97), 'etherip', etherIp],
  [ipProtocol(137), 'mpls in ip', () => MPLS],
  [VXLAN, 'vxlan', vxlan],
  [VXLAN_GPE, 'vxlan', vxlanGpe],
  [GENEVE, 'geneve', geneve],
  [TEREDO, 'teredo', teredo],
  [GTP_U, 'gtp', gtp],
  [L2TP, 'l2tp', l2tp],
];

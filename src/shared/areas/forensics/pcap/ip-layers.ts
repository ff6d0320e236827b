/**
 * IPv4 (RFC 791 section 3.1), IPv6 with its extension headers (RFC 8200 sections 3 and 4, RFC 4302 for
 * the authentication header), TCP (RFC 9293 section 3.1), UDP (RFC 768), SCTP's ports (RFC 9260).
 * Checksums are not believed: captures are taken before the network card has filled them in.
 */
import { hex, i32, u8, u16 } from './bytes.ts';
import type { Frame } from './frame.ts';
import {
  addTunnel,
  cutOff,
  DONE,
  IPV4,
  IPV6,
  ipProtocol,
  type LayerEntry,
  type LayerKit,
  RAW_IP,
} from './layer-kit.ts';

const MOST_EXTENSIONS = 16;

/** The IP header's length bounds the packet: what follows is padding of the link. */
function bound(frame: Frame, wireEnd: number): void {
  frame.wireEnd = Math.min(frame.wireEnd, wireEnd);
  frame.end = Math.min(frame.end, frame.wireEnd);
}

/** An IP header inside another one. */
function enter(frame: Frame, version: number): void {
  if (frame.version !== 0) addTunnel(frame, version === 4 ? 'ipv4' : 'ipv6');
  frame.version = version;
}

function fragment(frame: Frame, kit: LayerKit, id: string, at: number, more: boolean): number {
  if (frame.end < frame.wireEnd) {
    kit.log.unread('ip: fragment cut off');
    return DONE;
  }
  const ends = Array.from(frame.addresses).join();
  const whole = kit.datagrams.add({
    key: `${frame.version},${ends},${frame.protocol},${id}`,
    at,
    more,
    bytes: frame.bytes.subarray(frame.at, frame.end),
  });
  if (whole === null) return DONE;
  frame.bytes = whole;
  frame.at = 0;
  frame.end = whole.length;
  frame.wireEnd = whole.length;
  return ipProtocol(frame.protocol);
}

function ipv4(frame: Frame, kit: LayerKit): number {
  const { bytes, at, addresses } = frame;
  const header = (u8(bytes, at) & 15) * 4;
  if (frame.end - at < 20) return cutOff(kit, 'ipv4');
  if (u8(bytes, at) >> 4 !== 4 || header < 20 || frame.end - at < header) {
    kit.log.unread('ipv4: no valid header');
    return DONE;
  }
  const total = u16(bytes, at + 2);
  // 0 is written where the network card cuts large packets itself.
  if (total !== 0) bound(frame, at + Math.max(total, header));
  enter(frame, 4);
  for (let word = 0; word < 8; word++) addresses[word] = 0;
  addresses[3] = i32(bytes, at + 12);
  addresses[7] = i32(bytes, at + 16);
  frame.protocol = u8(bytes, at + 9);
  frame.at = at + header;
  const flags = u16(bytes, at + 6);
  if ((flags & 0x3fff) === 0) return ipProtocol(frame.protocol);
  const id = hex(bytes, at + 4, at + 6);
  return fragment(frame, kit, id, (flags & 0x1fff) * 8, (flags & 0x2000) !== 0);
}

const isExtension = (next: number): boolean =>
  next === 0 ||
  next === 43 ||
  next === 51 ||
  next === 60 ||
  next === 135 ||
  next === 139 ||
  next === 140;

function extensions(frame: Frame, kit: LayerKit, first: number): number {
  const { bytes, end } = frame;
  let next = first;
  let at = frame.at;
  for (let n = 0; n < MOST_EXTENSIONS; n++) {
    if (!isExtension(next) && next !== 44) {
      frame.at = at;
      frame.protocol = next;
      return ipProtocol(next);
    }
    if (at + 8 > end) return cutOff(kit, 'ipv6 extension');
    const following = u8(bytes, at);
    if (next === 44) {
      const offset = u16(bytes, at + 2);
      frame.at = at + 8;
      frame.protocol = following;
      if ((offset & 0xfff9) !== 0) {
        const id = hex(bytes, at + 4, at + 8);
        return fragment(frame, kit, id, offset & 0xfff8, (offset & 1) !== 0);
      }
      at += 8;
    } else {
      at += next === 51 ? (u8(bytes, at + 1) + 2) * 4 : (u8(bytes, at + 1) + 1) * 8;
    }
    next = following;
  }
  kit.log.unread('ipv6: too many extension headers');
  return DONE;
}

function ipv6(frame: Frame, kit: LayerKit): number {
  const { bytes, at, addresses } = frame;
  if (frame.end - at < 40) return cutOff(kit, 'ipv6');
  if (u8(bytes, at) >> 4 !== 6) {
    kit.log.unread('ipv6: no valid header');
    return DONE;
  }
  const payload = u16(bytes, at + 4);
  // 0 with a hop-by-hop header is a jumbogram (RFC 2675): the capture's length counts.
  if (payload !== 0) bound(frame, at + 40 + payload);
  enter(frame, 6);
  for (let word = 0; word < 8; word++) addresses[word] = i32(bytes, at + 8 + word * 4);
  frame.at = at + 40;
  return extensions(frame, kit, u8(bytes, at + 6));
}

function rawIp(frame: Frame, kit: LayerKit): number {
  if (frame.at >= frame.end) return cutOff(kit, 'ip');
  const version = u8(frame.bytes, frame.at) >> 4;
  if (version === 4) return IPV4;
  if (version === 6) return IPV6;
  kit.log.unread('raw: neither IPv4 nor IPv6');
  return DONE;
}

function authentication(frame: Frame, kit: LayerKit): number {
  const { bytes, at } = frame;
  if (frame.end - at < 12) return cutOff(kit, 'ah');
  frame.protocol = u8(bytes, at);
  frame.at = at + (u8(bytes, at + 1) + 2) * 4;
  return ipProtocol(frame.protocol);
}

function ports(frame: Frame): void {
  frame.sourcePort = u16(frame.bytes, frame.at);
  frame.destinationPort = u16(frame.bytes, frame.at + 2);
}

function tcp(frame: Frame, kit: LayerKit): number {
  const { bytes, at } = frame;
  const header = (u8(bytes, at + 12) >> 4) * 4;
  if (frame.end - at < 20 || header < 20 || frame.wireEnd - at < header) {
    if (frame.end - at >= 4) ports(frame);
    kit.onOther(frame);
    return cutOff(kit, 'tcp');
  }
  ports(frame);
  frame.at = Math.min(at + header, frame.end);
  // With options cut off, none of the payload is there.
  if (at + header > frame.end) frame.wireEnd -= at + header - frame.end;
  kit.onTcp(frame, i32(bytes, at + 4), i32(bytes, at + 8), u8(bytes, at + 13));
  return DONE;
}

function otherProtocol(frame: Frame, kit: LayerKit): number {
  kit.onOther(frame);
  return DONE;
}

/** SCTP and the like: ports, but no stream is read. */
function portsOnly(frame: Frame, kit: LayerKit): number {
  if (frame.end - frame.at >= 4) ports(frame);
  kit.onOther(frame);
  return DONE;
}

export const IP_LAYERS: readonly LayerEntry[] = [
  [IPV4, 'ipv4', ipv4],
  [IPV6, 'ipv6', ipv6],
  [RAW_IP, 'raw ip', rawIp],
  [ipProtocol(4), 'ipv4 in ip', () => IPV4],
  [ipProtocol(41), 'ipv6 in ip', () => IPV6],
  [ipProtocol(51), 'ah', authentication],
  [ipProtocol(6), 'tcp', tcp],
  [ipProtocol(1), 'icmp', otherProtocol],
  [ipProtocol(58), 'icmpv6', otherProtocol],
  [ipProtocol(50), 'esp', otherProtocol],
  [ipProtocol(2), 'igmp', otherProtocol],
  [ipProtocol(89), 'ospf', otherProtocol],
  [ipProtocol(132), 'sctp', portsOnly],
  [ipProtocol(136), 'udp-lite', portsOnly],
];

/** Moves behind the UDP header and bounds the payload by its length; false where the header is cut. */
export function readUdpHeader(frame: Frame): boolean {
  const { bytes, at } = frame;
  if (frame.end - at < 8) return false;
  ports(frame);
  const length = u16(bytes, at + 4);
  // 0 stands for a jumbogram; less than the header is a lie, and the IP length counts.
  if (length >= 8) bound(frame, at + length);
  frame.at = at + 8;
  return true;
}

/**
 * How layers follow each other. A layer reads its header at `frame.at`, moves `frame.at` behind it and
 * returns the code of the next; `DONE` where there is none. Codes: EtherTypes as they are, IP protocols,
 * link types and layers without a number of their own each in a range above them.
 */
import type { CaptureLog } from './capture-log.ts';
import type { Datagrams } from './datagrams.ts';
import type { Frame } from './frame.ts';

export const DONE = 0;
const PROTOCOL = 0x1_0000;
const LINK = 0x2_0000;
const OTHER = 0x4_0000;

export const ipProtocol = (protocol: number): number => PROTOCOL + protocol;
export const linkType = (type: number): number => LINK + type;

export const ETHERNET = linkType(1);
export const LLC = OTHER + 1;
export const PPP = OTHER + 2;
/** IPv4 or IPv6, as the first four bits say. */
export const RAW_IP = OTHER + 3;
export const VXLAN = OTHER + 4;
export const VXLAN_GPE = OTHER + 5;
export const GENEVE = OTHER + 6;
export const TEREDO = OTHER + 7;
export const GTP_U = OTHER + 8;
export const L2TP = OTHER + 9;
export const IPV4 = 0x0800;
export const IPV6 = 0x86dd;
export const MPLS = 0x8847;
export const BRIDGED = 0x6558;

export interface LayerKit {
  readonly log: CaptureLog;
  readonly datagrams: Datagrams;
  /** `flags` and numbers of the TCP header; the payload is `frame.at` to `frame.end`. */
  onTcp(frame: Frame, sequence: number, acknowledged: number, flags: number): void;
  onUdp(frame: Frame): void;
  /** IP packets of other protocols, and those whose transport header is cut off. */
  onOther(frame: Frame): void;
}

export type Layer = (frame: Frame, kit: LayerKit) => number;
export type LayerEntry = readonly [code: number, name: string, layer: Layer];

/** Bytes of the header are missing: says so and ends. */
export function cutOff(kit: LayerKit, name: string): number {
  kit.log.unread(`${name}: header cut off`);
  return DONE;
}

/** Skips a header of fixed size. */
export function skip(frame: Frame, bytes: number, next: number): number {
  frame.at += bytes;
  return next;
}

export function addTunnel(frame: Frame, name: string): void {
  frame.tunnel = frame.tunnel === '' ? name : `${frame.tunnel}/${name}`;
}

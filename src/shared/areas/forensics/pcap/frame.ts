/**
 * One packet while it is taken apart. There is a single one that is written anew for every packet: a
 * capture has millions. `bytes` changes as layers are opened (a reassembled datagram has its own).
 */
export interface Frame {
  number: number;
  offset: number;
  seconds: number;
  nanos: number;
  linkType: number;
  bytes: Uint8Array;
  /** The layer being read: first byte and the byte after its last. */
  at: number;
  end: number;
  /** Where the layer would end if the capture had kept the whole packet. */
  wireEnd: number;
  /** 4, 6, or 0 before an IP header was read. */
  version: number;
  /** Source then destination, four words each; IPv4 in the last word. */
  readonly addresses: Int32Array;
  protocol: number;
  sourcePort: number;
  destinationPort: number;
  vlan: number;
  tunnel: string;
  depth: number;
}

export function createFrame(): Frame {
  return {
    number: 0,
    offset: 0,
    seconds: 0,
    nanos: 0,
    linkType: 0,
    bytes: new Uint8Array(0),
    at: 0,
    end: 0,
    wireEnd: 0,
    version: 0,
    addresses: new Int32Array(8),
    protocol: 0,
    sourcePort: 0,
    destinationPort: 0,
    vlan: -1,
    tunnel: '',
    depth: 0,
  };
}

/** Readies the frame for the next packet, of which `kept` bytes of `wire` are in the file. */
export function beginPacket(
  frame: Frame,
  bytes: Uint8Array,
  at: number,
  kept: number,
  wire: number,
): void {
  frame.bytes = bytes;
  frame.at = at;
  frame.end = at + kept;
  frame.wireEnd = at + Math.max(kept, wire);
  frame.version = 0;
  frame.protocol = 0;
  frame.sourcePort = 0;
  frame.destinationPort = 0;
  frame.vlan = -1;
  frame.tunnel = '';
  frame.depth = 0;
  frame.number += 1;
}

/** Bounds on what one capture may cost, however it was made: memory stays below 300 MB at any size. */
export interface CaptureLimits {
  /** Longest record accepted as one packet, in bytes. */
  readonly packetBytes: number;
  /** Flows open at a time; beyond it the ones longest silent are given out early. */
  readonly flows: number;
  /** Bytes waiting for a gap to fill: of one direction, and of all. */
  readonly waitingBytes: number;
  readonly waitingBytesInAll: number;
  readonly waitingSegments: number;
  /** Incomplete IP datagrams, and bytes of all of them. */
  readonly datagrams: number;
  readonly datagramBytesInAll: number;
  /** Bytes that parsers of one direction may hold: header blocks, handshakes. */
  readonly parserBytes: number;
  readonly parserBytesInAll: number;
  /** Layers around one packet: tunnels in tunnels. */
  readonly depth: number;
  /** Content of one file that is handed on, and of all that are open. */
  readonly carvedBytes: number;
  readonly carvedBytesInAll: number;
  readonly damages: number;
  /** HTTP headers of one message and records of one DNS message. */
  readonly headers: number;
  readonly records: number;
}

export const DEFAULT_CAPTURE_LIMITS: CaptureLimits = {
  packetBytes: 262_144 * 4,
  flows: 65_536,
  waitingBytes: 1_048_576,
  waitingBytesInAll: 33_554_432,
  waitingSegments: 512,
  datagrams: 1_024,
  datagramBytesInAll: 8_388_608,
  parserBytes: 131_072,
  parserBytesInAll: 33_554_432,
  depth: 24,
  carvedBytes: 16_777_216,
  carvedBytesInAll: 67_108_864,
  damages: 1_000,
  headers: 200,
  records: 512,
};

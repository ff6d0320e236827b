/** One conversation: two ends, counted both ways, with what its protocol left. */
import { ipv4Text, ipv6Text } from './addresses.ts';
import type { FlowEnds, FlowRecord, SideTotals, Where } from './capture.types.ts';
import { whereOf } from './capture-log.ts';
import type { Frame } from './frame.ts';
import type { Side, StreamParser } from './stream-parser.ts';
import { TcpSide } from './tcp-side.ts';

const TRANSPORTS: Readonly<Record<number, FlowEnds['transport']>> = {
  1: 'icmp',
  6: 'tcp',
  17: 'udp',
  58: 'icmpv6',
  132: 'sctp',
};

export class Flow {
  readonly id: number;
  readonly protocol: number;
  readonly sides: readonly [TcpSide, TcpSide] = [new TcpSide(), new TcpSide()];
  readonly first: Where;
  readonly vlan: number;
  readonly tunnel: string;
  service = '';
  state: FlowRecord['state'] = 'none';
  /** Packets since the table last looked for silent flows. */
  touched = true;
  slot = -1;
  hash = 0;
  /** The end with the higher address and port is the client. */
  clientIsHigh: boolean;
  parser: StreamParser | null = null;
  /** What a datagram protocol remembers of its flow. */
  memory: unknown = null;
  datagramsRead = 0;
  #lastPacket: number;
  #lastOffset: number;
  #lastSeconds: number;
  #lastNanos: number;
  readonly #version: number;
  readonly #addresses: Int32Array;
  readonly #ports: readonly [number, number];
  #ends: FlowEnds | null = null;

  /** `swapped`: the frame's source is the higher end. */
  constructor(id: number, frame: Frame, swapped: boolean, clientIsHigh: boolean) {
    this.id = id;
    this.protocol = frame.protocol;
    this.first = whereOf(frame);
    this.#lastPacket = frame.number;
    this.#lastOffset = frame.offset;
    this.#lastSeconds = frame.seconds;
    this.#lastNanos = frame.nanos;
    this.vlan = frame.vlan;
    this.tunnel = frame.tunnel;
    this.clientIsHigh = clientIsHigh;
    this.#version = frame.version;
    this.#addresses = new Int32Array(8);
    const sourceIsClient = swapped === clientIsHigh;
    const turn = sourceIsClient ? 0 : 4;
    for (let word = 0; word < 8; word++) this.#addresses[word] = frame.addresses[word ^ turn] ?? 0;
    this.#ports = sourceIsClient
      ? [frame.sourcePort, frame.destinationPort]
      : [frame.destinationPort, frame.sourcePort];
  }

  get clientPort(): number {
    return this.#ports[0];
  }

  get serverPort(): number {
    return this.#ports[1];
  }

  hasPort(port: number): boolean {
    return this.#ports[0] === port || this.#ports[1] === port;
  }

  /** Counts a packet; `bytes` is its payload on the wire. */
  count(frame: Frame, side: Side, bytes: number): void {
    const totals = this.sides[side];
    totals.packets += 1;
    totals.bytes += bytes;
    this.touched = true;
    this.#lastPacket = frame.number;
    this.#lastOffset = frame.offset;
    this.#lastSeconds = frame.seconds;
    this.#lastNanos = frame.nanos;
  }

  #address(side: Side): string {
    const words = this.#addresses;
    const at = side * 4;
    const last = words[at + 3] ?? 0;
    if (this.#version === 4) return ipv4Text(last);
    return ipv6Text(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, last);
  }

  ends(): FlowEnds {
    this.#ends ??= {
      flow: this.id,
      transport: TRANSPORTS[this.protocol] ?? 'ip',
      client: this.#address(0),
      clientPort: this.clientPort,
      server: this.#address(1),
      serverPort: this.serverPort,
    };
    return this.#ends;
  }

  record(evicted: boolean): FlowRecord {
    return {
      type: 'flow',
      ...this.ends(),
      protocol: this.protocol,
      first: this.first,
      last: {
        packet: this.#lastPacket,
        offset: this.#lastOffset,
        seconds: this.#lastSeconds,
        nanos: this.#lastNanos,
      },
      fromClient: totalsOf(this.sides[0]),
      fromServer: totalsOf(this.sides[1]),
      service: this.service,
      vlan: this.vlan < 0 ? null : this.vlan,
      tunnel: this.tunnel,
      state: this.state,
      evicted,
    };
  }
}

function totalsOf({ packets, bytes, missing, retransmitted }: TcpSide): SideTotals {
  return { packets, bytes, missing, retransmitted };
}

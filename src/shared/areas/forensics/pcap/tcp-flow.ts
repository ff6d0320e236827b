/** The life of a TCP connection (RFC 9293 section 3.3.2), as far as a listener sees it. */
import type { Flow } from './flow.ts';
import type { Frame } from './frame.ts';
import type { ReaderKit, Side, StreamParser } from './stream-parser.ts';
import type { SideSink } from './tcp-side.ts';

const FIN = 1;
export const SYN = 2;
const RST = 4;
export const ACK = 16;

/** A SYN where a connection was already open, with another first number: the ports are used again. */
export function isNewConnection(flow: Flow, side: Side, sequence: number, flags: number): boolean {
  if ((flags & (SYN | ACK)) !== SYN) return false;
  if (flow.state === 'none') return false;
  const sender = flow.sides[side];
  return !sender.hasInitial || sender.initial !== sequence;
}

/** Passes what one side sends to the flow's parser. */
export class FlowSink implements SideSink {
  side: Side = 0;
  parser: StreamParser | null = null;

  data(bytes: Uint8Array, from: number, to: number): void {
    this.parser?.data(this.side, bytes, from, to);
  }

  gap(missing: number): void {
    this.parser?.gap(this.side, missing);
  }
}

export class TcpFlows {
  readonly #kit: ReaderKit;
  readonly #sink = new FlowSink();
  readonly #start: (flow: Flow) => StreamParser;
  #waitingBytes = 0;

  constructor(kit: ReaderKit, start: (flow: Flow) => StreamParser) {
    this.#kit = kit;
    this.#start = start;
  }

  segment(
    flow: Flow,
    side: Side,
    frame: Frame,
    sequence: number,
    acknowledged: number,
    flags: number,
  ): void {
    const sender = flow.sides[side];
    const length = frame.wireEnd - frame.at;
    let first = sequence;
    if ((flags & SYN) !== 0) {
      sender.start(sequence);
      first = (sequence + 1) | 0;
      if (flow.state === 'none') flow.state = 'opened';
    } else if (flow.state === 'none') {
      flow.state = 'midstream';
    }
    if (length > 0 && (flags & RST) === 0) this.#payload(flow, side, frame, first, length);
    if ((flags & ACK) !== 0) this.#acknowledge(flow, side === 0 ? 1 : 0, acknowledged);
    if ((flags & (FIN | RST)) !== 0) this.#close(flow, side, flags);
  }

  #use(flow: Flow, side: Side): FlowSink {
    this.#sink.side = side;
    this.#sink.parser = flow.parser;
    return this.#sink;
  }

  #payload(flow: Flow, side: Side, frame: Frame, sequence: number, length: number): void {
    const sender = flow.sides[side];
    flow.parser ??= this.#start(flow);
    if (!flow.parser.wants(side)) {
      if (sender.isWaiting) this.#waitingBytes += sender.discard();
      sender.count(sequence, length);
      return;
    }
    const sink = this.#use(flow, side);
    this.#waitingBytes += sender.receive(sequence, frame.bytes, frame.at, frame.end, length, sink);
    if (!sender.isWaiting) return;
    const { limits, log } = this.#kit;
    const pressed = this.#waitingBytes > limits.waitingBytesInAll;
    const change = sender.relieve(limits, pressed, sink);
    if (change !== 0) log.limit('waiting segments');
    this.#waitingBytes += change;
  }

  #acknowledge(flow: Flow, side: Side, sequence: number): void {
    const sender = flow.sides[side];
    if (!sender.isWaiting) return;
    this.#waitingBytes += sender.acknowledged(sequence, this.#use(flow, side));
  }

  #close(flow: Flow, side: Side, flags: number): void {
    flow.sides[side].finished = true;
    if ((flags & RST) !== 0) flow.state = 'reset';
    else if (flow.sides[0].finished && flow.sides[1].finished && flow.state !== 'reset') {
      flow.state = 'closed';
    }
  }

  /** The flow is given out: what waits is read, gaps and all. */
  finish(flow: Flow): void {
    if (flow.parser === null) return;
    for (const side of [0, 1] as const) {
      this.#waitingBytes += flow.sides[side].flush(this.#use(flow, side));
    }
    flow.parser.end(flow.sides[1].finished && flow.state !== 'reset');
    flow.parser = null;
  }
}

/**
 * Reads a capture from its bytes, whatever they are: packets, flows, and what the flows spoke.
 *
 * Hostile input: all lengths are checked against the bytes that are there; what is kept is bounded by
 * `limits` in number and bytes, per flow and in all; layers and messages are read in loops with bounds,
 * never by recursion; a damaged part is skipped, named in the receipt, and reading goes on behind it.
 */
import type { CaptureEvent, CaptureReceipt, FlowEnds, Where } from './capture.types.ts';
import { CaptureLog, whereOf } from './capture-log.ts';
import { CaptureWindow } from './capture-window.ts';
import { CarvedFiles, type OnFile } from './carved-files.ts';
import type { CaptureCrypto } from './crypto.types.ts';
import { readDatagram } from './datagram-protocols.ts';
import { Datagrams } from './datagrams.ts';
import { Dissector } from './dissect.ts';
import type { Flow } from './flow.ts';
import { FlowTable } from './flow-table.ts';
import { createFrame, type Frame } from './frame.ts';
import type { LayerKit } from './layer-kit.ts';
import { type CaptureLimits, DEFAULT_CAPTURE_LIMITS } from './limits.ts';
import { createPcapRecords, isPcap, type RecordReader } from './pcap-records.ts';
import { createPcapngBlocks, isPcapng } from './pcapng-blocks.ts';
import { QuicFlow } from './quic.ts';
import { Recogniser } from './recognise.ts';
import type { ReaderKit, StreamContext } from './stream-parser.ts';
import { ACK, isNewConnection, SYN, TcpFlows } from './tcp-flow.ts';
import { TextHashes } from './text-hashes.ts';

export interface CaptureOptions {
  readonly crypto: CaptureCrypto;
  /** Called while `push` and `end` run; flows come when they end, or at the end of the capture. */
  readonly onEvent: (event: CaptureEvent) => void;
  /** Called with the content of each file that is handed on, after its event. */
  readonly onFile?: OnFile;
  readonly limits?: Partial<CaptureLimits>;
  /** Makes the flow table's buckets unforeseeable; results do not depend on it. */
  readonly seed?: number;
}

export interface CaptureReader {
  /** The chunk belongs to the reader until the next `push` has returned. */
  push(chunk: Uint8Array): void;
  /** Once: reads what is left and gives out all open flows. */
  end(): CaptureReceipt;
}

const SNIFFED_BYTES = 24;

class FlowContext implements StreamContext {
  readonly kit: ReaderKit;
  readonly #frame: Frame;
  readonly #flow: Flow;

  constructor(kit: ReaderKit, frame: Frame, flow: Flow) {
    this.kit = kit;
    this.#frame = frame;
    this.#flow = flow;
  }

  ends(): FlowEnds {
    return this.#flow.ends();
  }

  where(): Where {
    return whereOf(this.#frame);
  }

  service(name: string): void {
    const flow = this.#flow;
    if (flow.service === name || flow.service.split('/').includes(name)) return;
    flow.service = flow.service === '' ? name : `${flow.service}/${name}`;
  }
}

class Reader implements CaptureReader, LayerKit {
  readonly log: CaptureLog;
  readonly datagrams: Datagrams;
  readonly #limits: CaptureLimits;
  readonly #frame: Frame = createFrame();
  readonly #window = new CaptureWindow();
  readonly #dissector: Dissector;
  readonly #table: FlowTable;
  readonly #tcp: TcpFlows;
  readonly #kit: ReaderKit;
  readonly #contextOf: (flow: Flow) => StreamContext;
  #records: RecordReader | null = null;
  #unreadable = false;
  #size = 0;

  constructor(options: CaptureOptions) {
    const limits = { ...DEFAULT_CAPTURE_LIMITS, ...options.limits };
    this.#limits = limits;
    this.log = new CaptureLog(limits);
    this.datagrams = new Datagrams(this.log, limits);
    this.#kit = {
      crypto: options.crypto,
      hashes: new TextHashes(options.crypto),
      limits,
      log: this.log,
      held: { bytes: 0 },
      carved: options.onFile ? new CarvedFiles(options.onFile, limits, this.log) : null,
      emit: options.onEvent,
    };
    this.#contextOf = (flow) => new FlowContext(this.#kit, this.#frame, flow);
    this.#tcp = new TcpFlows(this.#kit, (flow) => new Recogniser(flow, this.#contextOf(flow)));
    const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.#table = new FlowTable(limits.flows, seed, (flow) => {
      this.log.limit('flows');
      this.#give(flow, true);
    });
    this.#dissector = new Dissector(this, limits.depth);
  }

  push(chunk: Uint8Array): void {
    this.#size += chunk.length;
    // Node's Buffer is one, too, but its `slice` shares its bytes where an array's copies them.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    this.#window.append(bytes);
    this.#run();
  }

  end(): CaptureReceipt {
    this.#window.final = true;
    this.#run();
    for (const flow of this.#table.drain()) this.#give(flow, false);
    this.datagrams.finish();
    this.#dissector.report(this.log);
    return this.log.receipt(this.#size, this.#frame.number);
  }

  #run(): void {
    const window = this.#window;
    if (this.#unreadable) {
      window.at = window.end;
      return;
    }
    this.#records ??= this.#recognise();
    const records = this.#records;
    if (records === null) return;
    while (records.step());
  }

  #recognise(): RecordReader | null {
    const window = this.#window;
    if (window.left < SNIFFED_BYTES && !window.final) return null;
    const parts = [window, this.#frame, this.log, this.#limits, () => this.#packet()] as const;
    if (isPcapng(window)) return createPcapngBlocks(...parts);
    if (isPcap(window)) return createPcapRecords(...parts);
    this.#unreadable = true;
    const detail = window.left === 0 ? 'The file is empty' : 'Neither pcap nor pcapng begins so';
    this.log.damage({ offset: window.offset, bytes: window.left, kind: 'header', detail });
    window.at = window.end;
    return null;
  }

  #packet(): void {
    this.log.packet(this.#frame);
    this.#dissector.packet(this.#frame);
  }

  onTcp(frame: Frame, sequence: number, acknowledged: number, flags: number): void {
    const fromClient = (flags & SYN) === 0 ? looksLikeClient(frame) : (flags & ACK) === 0;
    let flow = this.#table.find(frame, fromClient);
    if (isNewConnection(flow, this.#table.side, sequence, flags)) {
      this.#give(flow, false);
      this.#table.remove(flow);
      flow = this.#table.find(frame, fromClient);
    }
    const { side } = this.#table;
    flow.count(frame, side, frame.wireEnd - frame.at);
    this.#tcp.segment(flow, side, frame, sequence, acknowledged, flags);
  }

  onUdp(frame: Frame): void {
    const flow = this.#table.find(frame, looksLikeClient(frame));
    const { side } = this.#table;
    flow.count(frame, side, frame.wireEnd - frame.at);
    readDatagram(flow, side, frame, this.#contextOf);
  }

  onOther(frame: Frame): void {
    if (frame.version === 0) return;
    const flow = this.#table.find(frame, true);
    flow.count(frame, this.#table.side, Math.max(0, frame.wireEnd - frame.at));
  }

  #give(flow: Flow, evicted: boolean): void {
    this.#tcp.finish(flow);
    if (flow.memory instanceof QuicFlow) flow.memory.release();
    this.#kit.emit(flow.record(evicted));
  }
}

/** Who is the client where the opening was not captured: not the one with the reserved port. */
function looksLikeClient({ sourcePort, destinationPort }: Frame): boolean {
  return !(sourcePort < 1_024 && destinationPort >= 1_024);
}

export function createCaptureReader(options: CaptureOptions): CaptureReader {
  return new Reader(options);
}

/** A time of the capture in ISO 8601 with nanoseconds; '' for packets that have none. */
export function captureTime({ seconds, nanos }: { seconds: number; nanos: number }): string {
  if (seconds < 0 || seconds > 8_640_000_000_000) return '';
  const whole = new Date(seconds * 1_000).toISOString().slice(0, 19);
  return `${whole}.${String(Math.min(nanos, 999_999_999)).padStart(9, '0')}Z`;
}

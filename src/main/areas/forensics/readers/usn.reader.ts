/** The change journal of NTFS ($UsnJrnl:$J), with or without the empty space in front of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { usnEvent } from '../../../../shared/areas/forensics/usn/usn-events.ts';
import { parseUsnRecord } from '../../../../shared/areas/forensics/usn/usn-record.ts';
import { EventBatch } from '../disk/event-batch.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';

/** No record is longer, so with this many bytes ahead one is read whole. */
const AHEAD = 65_536;

export const usnReader: EvidenceReader = {
  id: 'usn',
  label: 'NTFS change journal ($J)',
  family: 'disk',
  version: '1',
  recognise(head, name) {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const at = firstUsed(view, 0);
    const isNamed = /(?:^|[\\/_$ .-])(?:\$?UsnJrnl|\$J)(?:[^a-z]|$)/i.test(name);
    const one = parseUsnRecord(view, at);
    if (one === null) return isNamed && at >= head.byteLength - 8 && at > 0 ? 60 : 0;
    const next = at + one.length;
    const isMore = parseUsnRecord(view, firstUsed(view, next)) !== null;
    return isMore || next >= head.byteLength - 64 ? 94 : 50;
  },
  read: (input, sink) => new UsnReading(input, sink).run(),
};

/** The first place, in steps of 8 bytes, that is not empty. */
function firstUsed(view: DataView, from: number): number {
  let at = from;
  while (at + 8 <= view.byteLength && view.getUint32(at, true) === 0) at += 8;
  return at;
}

class UsnReading {
  readonly #input: ReaderInput;
  readonly #sink: ReaderSink;
  readonly #batch: EventBatch;
  /** Where bytes began that are no record; null while records follow each other. */
  #lostAt: number | null = null;
  readonly #versions: Record<string, number> = {};

  constructor(input: ReaderInput, sink: ReaderSink) {
    this.#input = input;
    this.#sink = sink;
    this.#batch = new EventBatch(sink);
  }

  async run(): Promise<void> {
    let carry: Uint8Array = new Uint8Array(0);
    let base = 0;
    for await (const chunk of this.#input.bytes()) {
      await nextTurn();
      this.#input.signal.throwIfAborted();
      const bytes = new Uint8Array(carry.byteLength + chunk.byteLength);
      bytes.set(carry);
      bytes.set(chunk, carry.byteLength);
      const done = await this.#take(bytes, base, bytes.byteLength - AHEAD);
      carry = bytes.subarray(done);
      base += done;
      this.#sink.reached(base);
    }
    const end = await this.#take(carry, base, carry.byteLength);
    if (end < carry.byteLength && this.#lostAt === null) this.#lostAt = base + end;
    this.#found();
    await this.#batch.flush();
    this.#sink.reached(this.#input.size);
    this.#sink.fact('journal', { records: this.#batch.count, versions: this.#versions });
  }

  /** Records that begin before `limit`; answers how many bytes are done with. */
  async #take(bytes: Uint8Array, base: number, limit: number): Promise<number> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (at < limit) {
      if (at + 8 > bytes.byteLength) break;
      if (view.getUint32(at, true) === 0) {
        at += 8;
        continue;
      }
      const record = parseUsnRecord(view, at);
      if (record === null) {
        this.#lostAt ??= base + at;
        at += 8;
        continue;
      }
      this.#found();
      const version = `v${record.version}`;
      this.#versions[version] = (this.#versions[version] ?? 0) + 1;
      if (this.#batch.add(usnEvent(record, base + at))) await this.#batch.flush();
      at += record.length;
    }
    return at;
  }

  #found(): void {
    if (this.#lostAt === null) return;
    const where = `offset ${this.#lostAt}`;
    this.#sink.problem({ what: 'bytes that are no record were skipped', where, isLoss: true });
    this.#lostAt = null;
  }
}

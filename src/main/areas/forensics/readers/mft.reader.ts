/**
 * The master file table of NTFS. Read twice: first the folders, whose names make paths, and what
 * records extend others; then every record in its order. What is kept between is bounded.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FolderPaths } from '../../../../shared/areas/forensics/mft/folder-paths.ts';
import { mftEvents } from '../../../../shared/areas/forensics/mft/mft-events.ts';
import { longNames } from '../../../../shared/areas/forensics/mft/mft-fields.ts';
import {
  type MftRecord,
  parseMftRecord,
  recordBytesOf,
  signatureOf,
} from '../../../../shared/areas/forensics/mft/mft-record.ts';
import { EventBatch } from '../disk/event-batch.ts';
import type { EvidenceReader, RandomBytes, ReaderInput, ReaderSink } from './reader.types.ts';

const BLOCK = 1 << 20;
/** Records that extend others: of fragmented files and many hard links. */
const MAX_EXTENSIONS = 200_000;
const MAX_PER_RECORD = 64;

export const mftReader: EvidenceReader = {
  id: 'mft',
  label: 'NTFS master file table ($MFT)',
  family: 'disk',
  version: '1',
  recognise(head) {
    const size = recordBytesOf(head);
    if (size === null) return 0;
    const next = signatureOf(head, size);
    return next === 'other' ? 40 : 98;
  },
  async read(input, sink) {
    const random = input.random();
    try {
      const head = new Uint8Array(4096);
      const size = recordBytesOf(head.subarray(0, random.read(0, head)));
      if (size === null) throw new Error('It does not begin with a record of a master file table');
      await new MftReading(input, sink, random, size).run();
    } finally {
      random.close();
    }
  },
};

class MftReading {
  readonly #input: ReaderInput;
  readonly #sink: ReaderSink;
  readonly #random: RandomBytes;
  readonly #size: number;
  readonly #paths = new FolderPaths();
  readonly #extensions = new Map<number, number[]>();
  #extended = 0;
  readonly #counts = { used: 0, deleted: 0, folders: 0, neverUsed: 0, unread: 0, timestomp: 0 };

  constructor(input: ReaderInput, sink: ReaderSink, random: RandomBytes, size: number) {
    this.#input = input;
    this.#sink = sink;
    this.#random = random;
    this.#size = size;
  }

  async run(): Promise<void> {
    for await (const block of this.#blocks())
      for (const one of block) this.#note(one.bytes, one.number);
    const batch = new EventBatch(this.#sink);
    for await (const block of this.#blocks()) {
      for (const { bytes, number } of block)
        for (const event of this.#eventsOf(bytes, number))
          if (batch.add(event)) await batch.flush();
      const done = ((block.at(-1)?.number ?? 0) + 1) * this.#size;
      this.#sink.reached(Math.min(done, this.#input.size));
    }
    await batch.flush();
    const rest = this.#random.size % this.#size;
    if (rest > 0) this.#problem('the last record is cut off', this.#random.size - rest, true);
    if (this.#paths.left > 0)
      this.#problem(
        'more folders than are kept: paths below some begin at the orphans',
        null,
        false,
      );
    if (this.#extended >= MAX_EXTENSIONS)
      this.#problem(
        'more extension records than are kept: names and streams in them are left out',
        null,
        true,
      );
    this.#sink.fact('table', { recordBytes: this.#size, ...this.#counts });
  }

  /** Whole records, about a megabyte of them at once, in memory that is used again. */
  async *#blocks(): AsyncGenerator<{ readonly bytes: Uint8Array; readonly number: number }[]> {
    const buffer = new Uint8Array(BLOCK);
    for (let at = 0; at < this.#random.size; at += BLOCK) {
      // A cancel is heard between blocks.
      await nextTurn();
      this.#input.signal.throwIfAborted();
      const whole = Math.floor(this.#random.read(at, buffer) / this.#size);
      yield Array.from({ length: whole }, (_, n) => ({
        bytes: buffer.subarray(n * this.#size, (n + 1) * this.#size),
        number: at / this.#size + n,
      }));
    }
  }

  #note(bytes: Uint8Array, number: number): void {
    if (signatureOf(bytes, 0) !== 'file') return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isFolder = (view.getUint16(22, true) & 2) !== 0;
    const hasBase = view.getUint32(32, true) !== 0 || view.getUint32(36, true) !== 0;
    if (!isFolder && !hasBase) return;
    const record = parseMftRecord(bytes, number);
    if (record === null) return;
    if (record.base !== null) this.#noteExtension(record.base.record, number);
    // The name of a folder may stand in a record that extends it, which may come later.
    const target = record.base ?? { record: number, sequence: record.sequence };
    const name = longNames(record.names)[0];
    if (name)
      this.#paths.add(target.record, {
        ...{ parent: name.parent, name: name.name },
        ...{ sequence: target.sequence, isUsed: record.isUsed },
      });
  }

  #noteExtension(base: number, number: number): void {
    const known = this.#extensions.get(base) ?? [];
    if (this.#extended >= MAX_EXTENSIONS || known.length >= MAX_PER_RECORD) return;
    this.#extended++;
    known.push(number);
    this.#extensions.set(base, known);
  }

  #eventsOf(bytes: Uint8Array, number: number) {
    const offset = number * this.#size;
    const signature = signatureOf(bytes, 0);
    if (signature === 'empty') this.#counts.neverUsed++;
    else if (signature !== 'file') {
      this.#counts.unread++;
      const what =
        signature === 'baad' ? 'a record is marked as damaged (BAAD)' : 'bytes that are no record';
      this.#problem(what, offset, true);
    }
    const own = signature === 'file' ? parseMftRecord(bytes, number) : null;
    for (const what of own?.damage ?? []) this.#problem(what, offset, true);
    if (own === null || own.base !== null) return [];
    const record = this.#extended === 0 ? own : this.#whole(own);
    if (record.standard === null && record.names.length === 0) return [];
    this.#counts[record.isUsed ? 'used' : 'deleted']++;
    if (record.isFolder) this.#counts.folders++;
    const events = mftEvents(record, this.#paths, offset);
    if (events[0]?.fields.Note !== undefined) this.#counts.timestomp++;
    return events;
  }

  /** With the names and streams that stand in the records that extend it. */
  #whole(record: MftRecord): MftRecord {
    let { standard } = record;
    const [names, streams] = [[...record.names], [...record.streams]];
    for (const number of this.#extensions.get(record.number) ?? []) {
      const bytes = new Uint8Array(this.#size);
      if (this.#random.read(number * this.#size, bytes) < this.#size) continue;
      const more = parseMftRecord(bytes, number);
      const isOurs = more?.base?.record === record.number && more.base.sequence === record.sequence;
      if (!isOurs) continue;
      standard ??= more.standard;
      names.push(...more.names);
      streams.push(...more.streams);
    }
    return { ...record, standard, names, streams };
  }

  #problem(what: string, offset: number | null, isLoss: boolean): void {
    this.#sink.problem({ what, where: offset === null ? null : `offset ${offset}`, isLoss });
  }
}

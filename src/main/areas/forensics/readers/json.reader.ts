/**
 * JSON as evidence: a record a line, or records in a list or an object, which is read piece by piece and
 * never as a whole. A damaged record costs itself; what a record may hold is bounded (`LOG_LIMITS`).
 */
import { JsonEvents } from '../../../../shared/areas/forensics/logs/json-events.ts';
import {
  type JsonShape,
  JsonValueScanner,
  jsonShape,
} from '../../../../shared/areas/forensics/logs/json-values.ts';
import { LOG_LIMITS } from '../../../../shared/areas/forensics/logs/line-format.types.ts';
import { ndjsonFormat } from '../../../../shared/areas/forensics/logs/ndjson.format.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';
import { decodeText, headText, type SniffedText, sniffEncoding } from './text/encoding.ts';
import { EventBatch } from './text/event-batch.ts';
import { KeptBytes } from './text/kept-bytes.ts';
import { lineReader, readHead } from './text/line-reader.ts';

const STEP_BYTES = 131_072;
const lines = lineReader(ndjsonFormat);

export const jsonReader: EvidenceReader = {
  id: 'json',
  label: 'JSON and JSON Lines',
  family: 'log',
  version: ndjsonFormat.version,
  recognise(head, name) {
    const asLines = lines.recognise(head, name);
    if (asLines > 0) return asLines;
    const shape = jsonShape(headText(head) ?? '');
    if (shape === null) return 0;
    return /\.json$/i.test(name) ? 55 : 45;
  },
  read(input, sink) {
    const head = readHead(input);
    const shape = jsonShape(headText(head) ?? '');
    const isLines = lines.recognise(head, input.name) > 0 && (shape?.depth ?? 0) === 0;
    if (isLines || shape === null) {
      sink.fact('shape', 'lines');
      return lines.read(input, sink);
    }
    sink.fact('shape', shape.name);
    return readValues(input, sink, shape, sniffEncoding(head));
  },
};

async function readValues(
  input: ReaderInput,
  sink: ReaderSink,
  shape: JsonShape,
  sniffed: SniffedText | null,
): Promise<void> {
  const text = sniffed ?? { encoding: 'latin-1', mark: 0, by: 'no text' };
  sink.fact('encoding', text);
  const batch = new EventBatch(input, sink);
  const values = new JsonValues(text, shape, batch, sink, input.takenAt);
  let reached = 0;
  for await (const chunk of input.bytes()) {
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      values.push(chunk.subarray(from, from + STEP_BYTES));
      if (batch.isFull) await batch.give();
    }
    reached += chunk.length;
    sink.reached(reached);
    input.signal.throwIfAborted();
  }
  values.end();
  await batch.give();
}

/** Keeps the bytes of the record that is open, and no more. */
class JsonValues {
  readonly #text: SniffedText;
  readonly #scanner: JsonValueScanner;
  readonly #events: JsonEvents;
  readonly #batch: EventBatch;
  readonly #sink: ReaderSink;
  readonly #width: 1 | 2;
  readonly #kept = new KeptBytes();
  /** Bytes from the start of the file, without its mark, to what is kept. */
  #base = 0;
  #skip: number;
  #records = 0;
  /** Where a record was left out. */
  #lostAt = 0;

  constructor(
    text: SniffedText,
    shape: JsonShape,
    batch: EventBatch,
    sink: ReaderSink,
    takenAt: number,
  ) {
    this.#text = text;
    this.#batch = batch;
    this.#sink = sink;
    this.#skip = text.mark;
    this.#width = text.encoding.startsWith('utf-16') ? 2 : 1;
    this.#scanner = new JsonValueScanner(shape, {
      record: (from, to, line) => this.#record(from * this.#width, to * this.#width, line),
    });
    this.#events = new JsonEvents({
      name: '',
      takenAt,
      emit: (event) => batch.add(event),
      problem: (what, at, isLoss) => batch.problem(what, at, isLoss),
      fact: (name, value) => sink.fact(name, value),
    });
  }

  push(piece: Uint8Array): void {
    const skipped = Math.min(this.#skip, piece.length);
    this.#skip -= skipped;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset + skipped, piece.length - skipped);
    // What was scanned before ends where the new bytes begin, but for half a unit.
    const before = this.#kept.length - (this.#kept.length % this.#width);
    this.#kept.add(bytes);
    const whole = this.#kept.length - (this.#kept.length % this.#width);
    const fresh = this.#kept.bytes.subarray(before, whole);
    const units = this.#width === 1 ? fresh : narrowed(fresh, this.#text.encoding === 'utf-16be');
    this.#scanner.scan(units, (this.#base + before) / this.#width);
    this.#forget(whole);
  }

  #forget(whole: number): void {
    const { open } = this.#scanner;
    const from = open === null ? whole : open * this.#width - this.#base;
    if (whole - from > LOG_LIMITS.lineBytes) {
      const at = { offset: this.#base + from + this.#text.mark, line: this.#scanner.openLine };
      this.#batch.problem(
        'a record is longer than 8 MiB, or is not closed, and is left out',
        at,
        true,
      );
      this.#scanner.leaveOut();
      this.#lostAt = this.#base + whole;
      this.#drop(whole);
      return;
    }
    if (this.#scanner.isLost && this.#base + whole - this.#lostAt > LOG_LIMITS.lineBytes) {
      this.#scanner.reset();
    }
    this.#drop(from);
  }

  #drop(count: number): void {
    this.#kept.drop(count);
    this.#base += count;
  }

  #record(from: number, to: number, line: number): void {
    const bytes = this.#kept.bytes.subarray(from - this.#base, to - this.#base);
    const at = { offset: from + this.#text.mark, line };
    this.#records++;
    if (!this.#events.text(decodeText(bytes, this.#text.encoding), at)) {
      this.#batch.problem('a record is not sound JSON', at, true);
    }
  }

  end(): void {
    const { open } = this.#scanner;
    if (open !== null) {
      const at = { offset: open * this.#width + this.#text.mark, line: this.#scanner.openLine };
      this.#batch.problem('the last record is cut off', at, true);
    }
    this.#sink.fact('records', this.#records);
    this.#events.describer.end();
  }
}

/** One byte a code unit: what is beyond ASCII is no bracket, whatever it is. */
function narrowed(bytes: Buffer, isBig: boolean): Uint8Array {
  const units = new Uint8Array(bytes.length / 2);
  const [low, high] = isBig ? [1, 0] : [0, 1];
  for (let at = 0; at < units.length; at++) {
    units[at] = bytes[at * 2 + high] === 0 ? (bytes[at * 2 + low] ?? 0) : 255;
  }
  return units;
}

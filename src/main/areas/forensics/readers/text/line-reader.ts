/** Makes a reader of evidence of a format that is read line by line. */
import type { LineFormat } from '../../../../../shared/areas/forensics/logs/line-format.types.ts';
import type { EvidenceReader, ReaderInput, ReaderSink, ToolFamily } from '../reader.types.ts';
import { firstLines, sniffEncoding } from './encoding.ts';
import { EventBatch } from './event-batch.ts';
import { LineSplitter } from './line-splitter.ts';

const HEAD_BYTES = 65_536;
/** Of a chunk that intake hands over, how much is read before events are handed on. */
const STEP_BYTES = 131_072;

export function lineReader(format: LineFormat, family: ToolFamily = 'log'): EvidenceReader {
  const { id, label, version } = format;
  return {
    id,
    label,
    version,
    family,
    recognise(head, name) {
      const lines = firstLines(head);
      return lines === null ? 0 : format.looks(lines, name);
    },
    read: (input, sink) => readLines(format, input, sink),
  };
}

async function readLines(format: LineFormat, input: ReaderInput, sink: ReaderSink): Promise<void> {
  const sniffed = sniffEncoding(readHead(input)) ?? { encoding: 'latin-1', mark: 0, by: 'no text' };
  sink.fact('encoding', sniffed);
  const batch = new EventBatch(input, sink);
  const parser = format.open({
    name: input.name,
    takenAt: input.takenAt,
    emit: (event) => batch.add(event),
    problem: (what, at, isLoss) => batch.problem(what, at, isLoss),
    fact: (name, value) => sink.fact(name, value),
  });
  let lines = 0;
  const splitter = new LineSplitter(sniffed, {
    line(text, at) {
      lines = at.line;
      parser.line(text, at);
    },
    tooLong: (at) => batch.problem('a line is longer than 8 MiB and is left out', at, true),
    misfit: (at) => batch.problem('a line is not UTF-8 and is read as Latin-1', at, false),
  });
  let reached = 0;
  for await (const chunk of input.bytes()) {
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      splitter.push(chunk.subarray(from, from + STEP_BYTES));
      if (batch.isFull) await batch.give();
    }
    reached += chunk.length;
    sink.reached(reached);
    input.signal.throwIfAborted();
  }
  splitter.end();
  parser.end();
  await batch.give();
  sink.fact('lines', lines);
}

export function readHead(input: ReaderInput): Uint8Array {
  const random = input.random();
  try {
    const head = new Uint8Array(Math.min(HEAD_BYTES, input.size));
    return head.subarray(0, random.read(0, head));
  } finally {
    random.close();
  }
}

/**
 * Memory images of any system in one pass: texts (ASCII and UTF-16), the indicators in them, and what
 * they say of programs. Nothing has a time: each is one event with the place where it stands first.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventKind } from '../../../../shared/areas/forensics/events/event.types.ts';
import {
  type FindPorts,
  findIndicators,
} from '../../../../shared/areas/forensics/indicators/find.ts';
import { limeRanges, memoryKind } from '../../../../shared/areas/forensics/memory/lime.ts';
import { processHints } from '../../../../shared/areas/forensics/memory/process-hints.ts';
import {
  type FoundString,
  StringFinder,
} from '../../../../shared/areas/forensics/strings/find-strings.ts';
import { EventBatch } from '../disk/event-batch.ts';
import { loadFindPorts } from '../indicators/find-ports.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';

const BOUNDLESS = Number.MAX_SAFE_INTEGER;
/** Emptied after each piece, so the finder itself need not be bounded. */
const STRINGS = { least: 6, longest: 2_048, most: BOUNDLESS, mostText: BOUNDLESS };
/** Different ones of all types together. */
const MAX_FOUND = 200_000;
const CONTEXT = 200;
const PIECE = 262_144;
/** Nothing that is looked for has none of these. */
const WORTH_READING = /[.@\\]|[\da-f]{32}|\d:|CVE-|AS\d|T\d{4}|[13b][\da-z]{25}/i;

const KINDS: Readonly<Record<string, EventKind>> = {
  ip: 'network',
  cidr: 'network',
  domain: 'dns',
  url: 'http',
  registry: 'registry',
  program: 'process',
  'command line': 'process',
};

interface Seen {
  readonly type: string;
  readonly value: string;
  readonly offset: number;
  readonly encoding: string;
  readonly context: string;
  count: number;
}

export const memoryReader: EvidenceReader = {
  id: 'memory',
  label: 'Memory image (texts, indicators, programs)',
  family: 'memory',
  version: '1',
  recognise(head, name) {
    const kind = memoryKind(head);
    if (kind !== null) return kind === 'ELF core' ? 60 : 98;
    return /\.(?:mem|vmem|lime|dmp|memdump)$/i.test(name) ? 45 : 0;
  },
  async read(input, sink) {
    await new MemoryReading(input, sink, await loadFindPorts()).run();
  },
};

class MemoryReading {
  readonly #input: ReaderInput;
  readonly #sink: ReaderSink;
  readonly #ports: FindPorts;
  readonly #seen = new Map<string, Seen>();
  readonly #strings: Record<string, number> = { ascii: 0, utf16le: 0, utf16be: 0 };
  #left = 0;

  constructor(input: ReaderInput, sink: ReaderSink, ports: FindPorts) {
    this.#input = input;
    this.#sink = sink;
    this.#ports = ports;
  }

  async run(): Promise<void> {
    this.#tellKind();
    const finder = new StringFinder(STRINGS);
    let reached = 0;
    for await (const chunk of this.#input.bytes()) {
      for (let at = 0; at < chunk.byteLength; at += PIECE) {
        finder.push(chunk.subarray(at, at + PIECE));
        this.#take(finder.found.splice(0));
        await nextTurn();
        this.#input.signal.throwIfAborted();
      }
      reached += chunk.byteLength;
      this.#sink.reached(reached);
    }
    finder.end();
    this.#take(finder.found.splice(0));
    await this.#tell();
  }

  #tellKind(): void {
    const random = this.#input.random();
    try {
      const head = new Uint8Array(64);
      const kind = memoryKind(head.subarray(0, random.read(0, head)));
      this.#sink.fact('image', kind ?? 'raw');
      if (kind !== 'LiME') return;
      const { ranges, isWhole } = limeRanges((at, into) => random.read(at, into), random.size);
      const told = ranges
        .slice(0, 200)
        .map(({ from, to }) => `0x${from.toString(16)}-0x${to.toString(16)}`);
      this.#sink.fact('ranges', told);
      if (!isWhole)
        this.#sink.problem({
          what: 'the ranges of memory do not fill the file: it is cut off or damaged',
          ...{ where: `after range ${ranges.length}`, isLoss: true },
        });
    } finally {
      random.close();
    }
  }

  #take(found: readonly FoundString[]): void {
    const worth = found.filter(({ encoding, text }) => {
      this.#strings[encoding] = (this.#strings[encoding] ?? 0) + 1;
      return WORTH_READING.test(text);
    });
    const starts: number[] = [];
    let length = 0;
    for (const { text } of worth) {
      starts.push(length);
      length += text.length + 1;
    }
    // A line each, so that nothing is found across two of them.
    for (const { type, value, start } of findIndicators(
      worth.map(({ text }) => text).join('\n'),
      this.#ports,
    )) {
      const n = lastAtMost(starts, start);
      const string = worth[n];
      if (string) this.#note(type, value, string, start - (starts[n] ?? 0));
    }
    for (const string of found)
      for (const { type, value } of processHints(string.text)) this.#note(type, value, string, 0);
  }

  #note(type: string, value: string, { offset, encoding, text }: FoundString, at: number): void {
    const key = `${type} ${value}`;
    const known = this.#seen.get(key);
    if (known) {
      known.count++;
      return;
    }
    if (this.#seen.size >= MAX_FOUND) {
      this.#left++;
      return;
    }
    const from = Math.max(0, at - CONTEXT / 4);
    this.#seen.set(key, {
      ...{ type, value, encoding, count: 1 },
      offset: offset + at * (encoding === 'ascii' ? 1 : 2),
      context: text.slice(from, from + CONTEXT),
    });
  }

  async #tell(): Promise<void> {
    const batch = new EventBatch(this.#sink);
    const types: Record<string, number> = {};
    for (const { type, value, offset, encoding, context, count } of this.#seen.values()) {
      types[type] = (types[type] ?? 0) + 1;
      const isFull = batch.add({
        ...{ timeMs: null, timeNanos: 0, kind: KINDS[type] ?? 'other', host: null, user: null },
        provider: 'Memory image',
        code: type,
        summary: `${type}: ${value}`.slice(0, 600),
        fields: {
          ...{ Type: type, Value: value, Count: String(count), Encoding: encoding },
          ...(context === value ? {} : { Context: context }),
        },
        ...{ offset, record: null },
      });
      if (isFull) await batch.flush();
    }
    await batch.flush();
    this.#sink.fact('strings', this.#strings);
    this.#sink.fact('found', types);
    if (this.#left > 0)
      this.#sink.problem({
        what: `more than ${MAX_FOUND} different ones were found; the others are left out`,
        ...{ where: null, isLoss: true },
      });
  }
}

/** In numbers that rise. */
function lastAtMost(starts: readonly number[], value: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

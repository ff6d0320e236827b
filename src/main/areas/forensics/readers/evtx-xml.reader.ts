/**
 * Events of Windows as XML: exports of the Event Viewer and of wevtutil, and documents in a row. The same
 * fields as from the log itself (docs/spec/evtx.md).
 *
 * Hostile input: each `<Event>` is found by its ends and parsed by itself, so that a damaged one costs itself;
 * its length, depth and parts are bounded; a document type is not read and no entity is expanded but those
 * of XML itself.
 */
import { SaxesParser } from 'saxes';
import {
  EVTX_LIMITS,
  type EvtxAttribute,
  type EvtxElement,
  VALUE_TYPES,
} from '../../../../shared/areas/forensics/evtx/evtx.types.ts';
import { flattenEvent } from '../../../../shared/areas/forensics/evtx/flatten-event.ts';
import { firstField } from '../../../../shared/areas/forensics/logs/fields.ts';
import { LOG_LIMITS } from '../../../../shared/areas/forensics/logs/line-format.types.ts';
import { TimeTexts } from '../../../../shared/areas/forensics/logs/text-time.ts';
import { WindowsDescriber } from '../../../../shared/areas/forensics/windows-events/describe-windows.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';
import { decodeText, headText, type SniffedText, sniffEncoding } from './text/encoding.ts';
import { EventBatch } from './text/event-batch.ts';
import { readHead } from './text/line-reader.ts';
import { TextRanges } from './text/text-ranges.ts';
import { WindowsFacts } from './windows-facts.ts';

const STEP_BYTES = 131_072;
const MOST_PARTS = 20_000;
/** XML 1.0, section 2.2; some exports write what a program logged as it is. */
const FORBIDDEN = /(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]/gu;

export const evtxXmlReader: EvidenceReader = {
  id: 'evtx-xml',
  label: 'Windows event log as XML',
  family: 'log',
  version: '1',
  recognise(head) {
    const text = headText(head) ?? '';
    if (!/^\s*</.test(text.slice(0, 4_096))) return 0;
    if (!/<(?:\w+:)?Event[\s>]/.test(text)) return 0;
    return /schemas\.microsoft\.com\/win\/2004\/08\/events/.test(text) || /<Provider\s/.test(text)
      ? 95
      : 0;
  },
  read: readXml,
};

async function readXml(input: ReaderInput, sink: ReaderSink): Promise<void> {
  const text: SniffedText = sniffEncoding(readHead(input)) ?? {
    encoding: 'latin-1',
    mark: 0,
    by: 'no text',
  };
  sink.fact('encoding', text);
  const batch = new EventBatch(input, sink);
  const facts = new WindowsFacts();
  const describer = new WindowsDescriber();
  const times = new TimeTexts(input.takenAt);
  const problem = (what: string, offset: number) =>
    sink.problem({ what, where: `offset ${offset}`, isLoss: true });
  const ranges = new TextRanges(text, ['<Event', '</Event>'], {
    range(bytes, offset) {
      const given = decodeText(bytes, text.encoding);
      const sound = given.replace(FORBIDDEN, '\ufffd');
      if (sound !== given) {
        const what = 'an event holds characters that XML forbids: each is read as \ufffd';
        sink.problem({ what, where: `offset ${offset}`, isLoss: false });
      }
      const read = parseEvent(sound);
      if (typeof read === 'string') {
        problem(read, offset);
        return;
      }
      const fields = flattenEvent(read);
      const time = times.read(firstField(fields, 'TimeCreated_SystemTime'));
      const event = {
        ...describer.describe(fields),
        timeMs: time?.ms ?? null,
        timeNanos: time?.nanos ?? 0,
        fields,
        offset,
        record: firstField(fields, 'EventRecordID') || null,
      };
      facts.add(event);
      batch.add(event);
    },
    tooLong: (offset) =>
      problem('an event is longer than 8 MiB, or is not closed, and is left out', offset),
    unclosed: (offset) => problem('an event is not closed', offset),
    cut: (offset) => problem('the last event is cut off', offset),
  });
  let reached = 0;
  for await (const chunk of input.bytes()) {
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      ranges.push(chunk.subarray(from, from + STEP_BYTES));
      if (batch.isFull) await batch.give();
    }
    reached += chunk.length;
    sink.reached(reached);
    input.signal.throwIfAborted();
  }
  ranges.end();
  await batch.give();
  facts.give(sink);
}

interface Open {
  readonly name: string;
  readonly attributes: readonly EvtxAttribute[];
  readonly children: EvtxElement[];
  text: string;
}

/** The event, or what is wrong with it. */
function parseEvent(text: string): EvtxElement | string {
  if (text.length > LOG_LIMITS.lineBytes) return 'an event is longer than 8 MiB and is left out';
  const builder = new EventBuilder();
  const parser = new SaxesParser({ fragment: true });
  parser.on('error', (error) =>
    builder.fail(
      `an event is no sound XML: ${error.message.replace(/^\d+:\d+: /, '').replace(/[:"'].*$/s, '')}`,
    ),
  );
  parser.on('opentag', (tag) => builder.open(tag.name, tag.attributes as Record<string, string>));
  parser.on('text', (part) => builder.text(part));
  parser.on('cdata', (part) => builder.text(part));
  parser.on('closetag', () => builder.close());
  try {
    parser.write(text).close();
  } catch {
    return 'an event is no sound XML';
  }
  return builder.result();
}

class EventBuilder {
  readonly #open: Open[] = [];
  #root: EvtxElement | null = null;
  #parts = 0;
  #wrong: string | null = null;

  fail(what: string): void {
    this.#wrong ??= what;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const names = Object.keys(attributes);
    this.#parts += 1 + names.length;
    if (this.#open.length >= EVTX_LIMITS.depth) this.fail('an event is nested too deep');
    if (this.#parts > MOST_PARTS) this.fail('an event has more parts than are read');
    if (this.#wrong !== null) return;
    const inSystem = this.#open[1]?.name === 'System';
    this.#open.push({
      name,
      attributes: names.map((own) => ({
        name: own,
        type: VALUE_TYPES.string,
        value: inSystem ? guidText(attributes[own] ?? '') : (attributes[own] ?? ''),
      })),
      children: [],
      text: '',
    });
  }

  text(part: string): void {
    const open = this.#open.at(-1);
    if (open && this.#wrong === null) open.text += part;
  }

  close(): void {
    if (this.#wrong !== null) return;
    const open = this.#open.pop();
    if (!open) return;
    const { name, attributes, children, text } = open;
    const isBare = text === '' || (children.length > 0 && text.trim() === '');
    const element = {
      name,
      attributes,
      children,
      type: VALUE_TYPES.string,
      value: isBare ? null : text,
    };
    const parent = this.#open.at(-1);
    if (parent) parent.children.push(element);
    else this.#root ??= element;
  }

  result(): EvtxElement | string {
    return this.#wrong ?? this.#root ?? 'an event is no sound XML';
  }
}

const GUID = /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/i;

/** In `System` a GUID is one by its type: the log itself gives it in capitals and without braces. */
function guidText(text: string): string {
  return text.length === 38 && GUID.test(text) ? text.slice(1, -1).toUpperCase() : text;
}

/** Bodyfiles 3.x and what mactime made of them, read line by line. */
import { parseBodyLine } from '../../../../shared/areas/forensics/bodyfile/body-line.ts';
import {
  bodyEvents,
  mactimeEvent,
} from '../../../../shared/areas/forensics/bodyfile/file-events.ts';
import {
  MACTIME_CSV_HEAD,
  MactimeReader,
} from '../../../../shared/areas/forensics/bodyfile/mactime-line.ts';
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import { EventBatch } from '../disk/event-batch.ts';
import { LINE_MAX, type TextLine, textLines } from '../disk/text-lines.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';

const LOOKED_AT = 20;
const TITLE = 'The Sleuth Kit mactime Timeline';
/** What mactime writes above the table, where it was asked for a head. */
const HEAD = /^(?:The Sleuth Kit mactime Timeline|Input Source: .*|Timezone: .*|\s*)$/;

export const bodyfileReader: EvidenceReader = {
  id: 'bodyfile',
  label: 'Bodyfile (The Sleuth Kit 3.x)',
  family: 'disk',
  version: '1',
  recognise: (head) => {
    const lines = firstLines(head).filter((line) => line !== '' && !line.startsWith('#'));
    const good = lines.filter((line) => parseBodyLine(line) !== null).length;
    return good > 0 && good * 2 > lines.length ? 92 : 0;
  },
  read: (input, sink) =>
    readLines(input, sink, ({ text, offset, number }) => {
      if (text === '' || text.startsWith('#')) return [];
      const row = parseBodyLine(text);
      return row && bodyEvents(row, { offset, line: number });
    }),
};

export const mactimeReader: EvidenceReader = {
  id: 'mactime',
  label: 'Timeline of mactime (text or CSV)',
  family: 'disk',
  version: '1',
  recognise: (head) => {
    const lines = firstLines(head);
    if (lines[0] === TITLE || lines[0] === MACTIME_CSV_HEAD) return 97;
    return lines[0] !== undefined && new MactimeReader().text(lines[0]) !== null ? 92 : 0;
  },
  async read(input, sink) {
    const mactime = new MactimeReader();
    let [isCsv, unzoned] = [false, 0];
    await readLines(input, sink, ({ text, offset, number }) => {
      if (text === MACTIME_CSV_HEAD) {
        isCsv = true;
        return [];
      }
      if (HEAD.test(text)) return [];
      const row = isCsv ? mactime.csv(text) : mactime.text(text);
      if (row && !row.isZoned) unzoned++;
      return row && [mactimeEvent(row, { offset, line: number })];
    });
    if (unzoned > 0)
      sink.problem({
        what: 'times without a time zone were read as UTC; align the source where it was another',
        ...{ where: null, isLoss: false },
      });
  },
};

async function readLines(
  input: ReaderInput,
  sink: ReaderSink,
  take: (line: TextLine) => readonly EvidenceEvent[] | null,
): Promise<void> {
  const batch = new EventBatch(sink);
  let lines = 0;
  for await (const part of textLines(input.bytes())) {
    input.signal.throwIfAborted();
    for (const line of part) {
      lines++;
      const where = `line ${line.number}`;
      const events = take(line);
      if (line.isCut)
        sink.problem({ what: `a line is longer than ${LINE_MAX} bytes`, where, isLoss: true });
      else if (events === null)
        sink.problem({ what: 'a line has not the fields of its format', where, isLoss: true });
      for (const event of events ?? []) if (batch.add(event)) await batch.flush();
    }
    const last = part.at(-1);
    if (last) sink.reached(last.offset);
  }
  await batch.flush();
  sink.reached(input.size);
  sink.fact('lines', lines);
}

/** The last of them may be cut off, so it does not count. */
function firstLines(head: Uint8Array): string[] {
  const part = head.subarray(0, 16_384);
  const text = new TextDecoder('utf-8').decode(part);
  if (text.includes('\0')) return [];
  const lines = text.split(/\r?\n/).slice(0, LOOKED_AT + 1);
  return lines.length > 1 ? lines.slice(0, -1) : lines;
}

/**
 * The last resort: lines of text. A time at the beginning of a line, in any form that is known, begins an
 * event; lines without one go on with the event before them.
 */
import { Describer } from './describe.ts';
import { createFields, type MutableFields } from './fields.ts';
import { putPairs } from './key-values.ts';
import type { LineContext, LineFormat, LineParser, LinePlace } from './line-format.types.ts';
import { type TextTime, TimeTexts } from './text-time.ts';

/** Most to least, so that a fraction or zone belongs to its time. */
const LEADING: readonly RegExp[] = [
  /^[[(<"']?(\d{4}[-/]\d{1,2}[-/]\d{1,2}[T \-:]+\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\b)?)/,
  /^[[(<"']?(\d{1,2}\/\d{1,2}\/\d{4}[- T,]+\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?[AP]M)?)/i,
  /^[[(<"']?(\d{1,2}\.\d{1,2}\.\d{4}[ T,]+\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?)/,
  /^[[(<"']?(\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: [+-]\d{4})?)/,
  /^[[(<"']?((?:[A-Z][a-z]{2},? )?(?:\d{1,2} )?[A-Z][a-z]{2} [ \d]?\d?,? ?(?:\d{4} )?\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: \d{4})?)/,
  /^[[(<"']?(\d{10}(?:\.\d{1,9})?|\d{13})(?=[\])>"'\s,|])/,
];
const SURICATA =
  /\[\*\*\] \[(\d+):(\d+):(\d+)\] (.*?) \[\*\*\](?: \[Classification: ([^\]]*)\])?(?: \[Priority: (\d+)\])? \{(\S+)\} (\S+) -> (\S+)/;
const MOST_MORE = 2_000;

export const plainFormat: LineFormat = {
  id: 'text-log',
  label: 'Text log with times',
  version: '1',
  looks(lines) {
    const times = new TimeTexts(Date.UTC(2100, 0));
    const filled = lines.filter((line) => line.trim() !== '').slice(0, 40);
    const found = filled.filter((line) => leadingTime(line, times) !== null).length;
    return found > 0 && found >= Math.min(3, filled.length) * 0.5 && found >= filled.length * 0.1
      ? 12
      : 0;
  },
  open: (context) => new PlainParser(context),
};

interface Leading {
  readonly text: string;
  readonly time: TextTime;
  /** Where the message begins. */
  readonly end: number;
}

function leadingTime(line: string, times: Pick<TimeTexts, 'read'>): Leading | null {
  const head = line.slice(0, 80);
  for (const pattern of LEADING) {
    const found = pattern.exec(head);
    if (!found) continue;
    const text = found[1] ?? '';
    const time = times.read(text.trim());
    if (time) return { text, time, end: found[0].length };
  }
  return null;
}

class PlainParser implements LineParser {
  readonly #context: LineContext;
  readonly #describer: Describer;
  #open: { text: string; at: LinePlace; leading: Leading | null; more: string[] } | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#describer = new Describer(context);
  }

  line(text: string, at: LinePlace): void {
    const read = (value: string) => this.#describer.read(value, 'line');
    const leading = leadingTime(text, { read });
    if (leading === null && this.#open && this.#open.more.length < MOST_MORE) {
      this.#open.more.push(text);
      return;
    }
    this.#give();
    if (text.trim() !== '') this.#open = { text, at, leading, more: [] };
  }

  #give(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const { text, at, leading, more } = open;
    const fields = createFields();
    if (leading) fields.time = leading.text;
    const message = text.slice(leading?.end ?? 0).replace(/^[\])>"',;|:\s-]+/, '');
    fields.message = message;
    const rest = more.join('\n').trimEnd();
    if (rest !== '') fields.continued = rest;
    const alert = SURICATA.exec(message.slice(0, 4_000));
    if (alert) putAlert(fields, alert);
    else if (message.includes('=')) putPairs(fields, message.slice(0, 65_536), 'kv.');
    const level = /\b(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b/.exec(
      message.slice(0, 200),
    )?.[1];
    if (level !== undefined) fields.level = level;
    this.#context.emit(
      this.#describer.event(fields, at, leading?.time ?? null, {
        kind: alert ? 'detection' : 'log',
        provider: alert ? 'Suricata' : null,
        code: alert?.[2] ?? level ?? null,
        summary: alert ? `${alert[4] ?? ''} ${alert[8] ?? ''} to ${alert[9] ?? ''}` : message,
      }),
    );
  }

  end(): void {
    this.#give();
    this.#describer.end();
  }
}

/** One line of Suricata's fast.log. */
function putAlert(fields: MutableFields, found: RegExpExecArray): void {
  const [, generator, id, revision, text, classification, priority, protocol, source, target] =
    found;
  const parts = {
    generator,
    signature_id: id,
    revision,
    signature: text,
    classification,
    priority,
    protocol,
    source,
    target,
  };
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) fields[name] = value;
}

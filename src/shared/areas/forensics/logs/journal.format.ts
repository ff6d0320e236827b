/** The journal of systemd in its export form as text: a field a line, entries apart by an empty line. */
import { Describer } from './describe.ts';
import { createFields, type MutableFields, putField } from './fields.ts';
import { journald } from './json-dialects.ts';
import {
  type LineContext,
  type LineFormat,
  type LineParser,
  type LinePlace,
  LOG_LIMITS,
} from './line-format.types.ts';

export const journalFormat: LineFormat = {
  id: 'journal',
  label: 'systemd journal export',
  version: '1',
  looks: (lines) =>
    lines.slice(0, 5).some((line) => line.startsWith('__CURSOR=')) &&
    lines.some((line) => line.startsWith('__REALTIME_TIMESTAMP='))
      ? 94
      : 0,
  open: (context) => new JournalParser(context),
};

class JournalParser implements LineParser {
  readonly #context: LineContext;
  readonly #describer: Describer;
  #fields: MutableFields | null = null;
  #at: LinePlace = { offset: 0, line: 1 };
  #count = 0;

  constructor(context: LineContext) {
    this.#context = context;
    this.#describer = new Describer(context);
  }

  line(text: string, at: LinePlace): void {
    if (text === '') {
      this.#give();
      return;
    }
    if (this.#fields === null) {
      this.#fields = createFields();
      this.#at = at;
      this.#count = 0;
    }
    if (++this.#count > LOG_LIMITS.fields) {
      this.#context.problem('an entry has more fields than are read', at, true);
      return;
    }
    const equals = text.indexOf('=');
    if (equals > 0) putField(this.#fields, text.slice(0, equals), text.slice(equals + 1));
    // A field of bytes: its name alone, then its size in 8 bytes, which no line can be told from.
    else this.#context.problem('a field is written as bytes and is left out', at, true);
  }

  #give(): void {
    const fields = this.#fields;
    this.#fields = null;
    if (fields === null) return;
    const stamp = fields.__REALTIME_TIMESTAMP;
    const time =
      typeof stamp === 'string' ? this.#describer.read(stamp, '__REALTIME_TIMESTAMP') : null;
    this.#context.emit(this.#describer.event(fields, this.#at, time, journald(fields) ?? {}));
  }

  end(): void {
    this.#give();
    this.#describer.end();
  }
}

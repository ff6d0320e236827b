/** W3C extended log (IIS, some proxies): `#Fields:` names the columns, again wherever they change. Times are UTC. */
import { Describer } from './describe.ts';
import { createFields, firstField, firstOf, type MutableFields } from './fields.ts';
import type { Dialect } from './json-dialects.ts';
import {
  type LineContext,
  type LineFormat,
  type LineParser,
  type LinePlace,
  LOG_LIMITS,
} from './line-format.types.ts';

export const w3cFormat: LineFormat = {
  id: 'w3c',
  label: 'W3C extended log (IIS)',
  version: '1',
  looks: (lines) => (lines.slice(0, 20).some((line) => /^#Fields:\s+\S+ \S+/.test(line)) ? 92 : 0),
  open: (context) => new W3cParser(context),
};

class W3cParser implements LineParser {
  readonly #context: LineContext;
  readonly #describer: Describer;
  #names: readonly string[] = [];
  #date = '';

  constructor(context: LineContext) {
    this.#context = context;
    this.#describer = new Describer(context);
  }

  line(text: string, at: LinePlace): void {
    if (text.trim() === '') return;
    if (text.startsWith('#')) {
      this.#directive(text);
      return;
    }
    if (this.#names.length === 0) {
      this.#context.problem('a row stands before its columns are named', at, true);
      return;
    }
    const cells = text.includes('"') ? (text.match(/"[^"]*"|\S+/g) ?? []) : text.split(/[ \t]/);
    if (cells.length !== this.#names.length) {
      const what =
        cells.length < this.#names.length
          ? 'a row has fewer cells than columns'
          : 'a row has more cells than columns';
      this.#context.problem(what, at, false);
    }
    const fields = createFields();
    for (const [index, cell] of cells.slice(0, LOG_LIMITS.fields).entries()) {
      const name = this.#names[index] ?? 'beyond the columns';
      if (cell !== '-') fields[name] = cell.startsWith('"') ? cell.slice(1, -1) : cell;
    }
    const day = firstField(fields, 'date') || this.#date;
    const time = this.#describer.read(`${day}T${firstField(fields, 'time')}Z`, 'date and time');
    this.#context.emit(
      this.#describer.event(fields, at, time ?? this.#describer.timeOf(fields), web(fields)),
    );
  }

  #directive(text: string): void {
    const [, name = '', value = ''] = /^#(\w[\w-]*):\s*(.*)$/.exec(text) ?? [];
    if (name === 'Fields') {
      this.#names = value.trim().split(/\s+/).slice(0, LOG_LIMITS.fields);
      this.#context.fact('columns', this.#names.slice(0, 200));
    } else if (name === 'Date') this.#date = value.slice(0, 10);
    else if (name === 'Software') this.#context.fact('software', value.slice(0, 200));
  }

  end(): void {
    this.#describer.end();
  }
}

function web(fields: MutableFields): Dialect {
  const method = firstField(fields, 'cs-method');
  const query = firstField(fields, 'cs-uri-query');
  const target = `${firstField(fields, 'cs-uri-stem')}${query === '' ? '' : `?${query}`}`;
  return {
    kind: method === '' ? 'log' : 'http',
    host: firstOf(fields, ['s-computername', 'cs-host', 's-ip']),
    user: firstOf(fields, ['cs-username']),
    provider: firstOf(fields, ['s-sitename']) ?? 'W3C',
    code: firstOf(fields, ['sc-status']),
    summary: `${method} ${target} ${firstField(fields, 'sc-status')} from ${firstField(fields, 'c-ip')}`,
  };
}

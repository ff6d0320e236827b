/** Zeek's own form: columns apart by a separator that `#separator` states, named by `#fields`. */
import { Describer } from './describe.ts';
import { createFields } from './fields.ts';
import { zeek } from './json-dialects.ts';
import {
  type LineContext,
  type LineFormat,
  type LineParser,
  type LinePlace,
  LOG_LIMITS,
} from './line-format.types.ts';

const ESCAPED = /\\x([0-9a-fA-F]{2})/g;

export const zeekFormat: LineFormat = {
  id: 'zeek',
  label: 'Zeek log',
  version: '1',
  looks: (lines) =>
    lines[0]?.startsWith('#separator') && lines.some((line) => line.startsWith('#fields')) ? 95 : 0,
  open: (context) => new ZeekParser(context),
};

class ZeekParser implements LineParser {
  readonly #context: LineContext;
  readonly #describer: Describer;
  #separator = '\t';
  #setSeparator = ',';
  #empty = '(empty)';
  #unset = '-';
  #path = '';
  #names: readonly string[] = [];
  #types: readonly string[] = [];

  constructor(context: LineContext) {
    this.#context = context;
    this.#describer = new Describer(context);
  }

  line(text: string, at: LinePlace): void {
    if (text === '') return;
    if (text.startsWith('#')) {
      this.#directive(text);
      return;
    }
    const cells = text.split(this.#separator);
    if (this.#names.length === 0) {
      this.#context.problem('a row stands before its columns are named', at, true);
      return;
    }
    if (cells.length !== this.#names.length) {
      const what =
        cells.length < this.#names.length
          ? 'a row has fewer cells than columns'
          : 'a row has more cells than columns';
      this.#context.problem(what, at, false);
    }
    const fields = createFields();
    if (this.#path !== '') fields._path = this.#path;
    for (let index = 0; index < Math.min(cells.length, LOG_LIMITS.fields); index++) {
      const cell = cells[index] ?? '';
      if (cell === this.#unset) continue;
      const name = this.#names[index] ?? 'beyond the columns';
      fields[name] = this.#value(cell, this.#types[index] ?? 'string');
    }
    const time = this.#describer.read(typeof fields.ts === 'string' ? fields.ts : '', 'ts');
    this.#context.emit(
      this.#describer.event(fields, at, time ?? this.#describer.timeOf(fields), zeek(fields) ?? {}),
    );
  }

  #value(cell: string, type: string): string | string[] {
    if (cell === this.#empty) return /^(?:set|vector)/.test(type) ? [] : '';
    if (/^(?:set|vector)/.test(type)) return cell.split(this.#setSeparator).map(unescaped);
    return unescaped(cell);
  }

  #directive(text: string): void {
    const name = /^#\w+/.exec(text)?.[0] ?? '';
    if (name === '#separator') {
      this.#separator = unescaped(text.slice(name.length + 1)) || '\t';
      return;
    }
    const cells = text.split(this.#separator);
    const value = cells[1] ?? '';
    if (name === '#set_separator') this.#setSeparator = value || ',';
    else if (name === '#empty_field') this.#empty = value;
    else if (name === '#unset_field') this.#unset = value;
    else if (name === '#path') this.#path = value;
    else if (name === '#fields') this.#named(cells.slice(1, LOG_LIMITS.fields));
    else if (name === '#types') this.#types = cells.slice(1);
  }

  #named(names: readonly string[]): void {
    this.#names = names;
    this.#context.fact('columns', names.slice(0, 200));
    this.#context.fact('path', this.#path);
  }

  end(): void {
    this.#describer.end();
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\x')) return text;
  return text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

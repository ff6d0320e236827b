/**
 * Tables of text (RFC 4180 and what programs make of it): the delimiter and whether there is a header are
 * found in the first lines, and said. A row with another number of cells is kept and reported; a quote that
 * is not closed costs one row, not the file.
 */
import { hasOddQuotes, splitCells } from './cells.ts';
import { Describer } from './describe.ts';
import { createFields, type MutableFields, putField } from './fields.ts';
import {
  type LineContext,
  type LineFormat,
  type LineParser,
  type LinePlace,
  LOG_LIMITS,
} from './line-format.types.ts';
import { TimeTexts } from './text-time.ts';

const DELIMITERS = [',', '\t', ';', '|'] as const;
/** Lines that one row may take. */
const MOST_LINES = 1_000;
const MOST_ROW_CHARS = 262_144;
const SAMPLE = 20;

interface Layout {
  readonly delimiter: string;
  readonly columns: number;
  /** Share of the sample's rows with as many cells as the first. */
  readonly share: number;
}

function csvLayout(lines: readonly string[]): Layout | null {
  const rows = lines.filter((line) => line !== '' && !/^sep=.$/.test(line)).slice(0, SAMPLE);
  const layouts = DELIMITERS.map((delimiter) => {
    const counts = joinedRows(rows, delimiter);
    const [columns = 1] = counts;
    const same = counts.filter((count) => count === columns).length;
    return { delimiter, columns, share: same / Math.max(1, counts.length) };
  }).filter(({ columns }) => columns > 1);
  layouts.sort((a, b) => b.share - a.share || b.columns - a.columns);
  return layouts[0] ?? null;
}

/** Cells by row, where quoted cells may go on in the next line. */
function joinedRows(lines: readonly string[], delimiter: string): readonly number[] {
  const counts: number[] = [];
  let open = '';
  for (const line of lines) {
    const { cells, isOpen } = splitCells(open + line, delimiter);
    open = isOpen ? `${open}${line}\n` : '';
    if (!isOpen) counts.push(cells.length);
  }
  return counts;
}

export const csvFormat: LineFormat = {
  id: 'csv',
  label: 'Table of text (CSV, TSV)',
  version: '1',
  looks(lines, name) {
    const layout = csvLayout(lines);
    if (layout === null || lines[0]?.startsWith('{')) return 0;
    const isNamed = /\.(?:csv|tsv|tab)(?:\.|$)/i.test(name);
    const isTable = layout.share >= 0.8 && lines.length > 1;
    if (isNamed) return isTable ? 70 : 45;
    const hasHeader = isHeader(splitCells(lines[0] ?? '', layout.delimiter).cells);
    if (!isTable || !hasHeader) return 0;
    return layout.delimiter === '|' ? 15 : layout.columns > 2 ? 40 : 15;
  },
  open: (context) => new CsvParser(context),
};

const NUMBER = /^-?[\d.,]*\d$/;

/** Names are short, not numbers, not times, and each is there once. */
function isHeader(cells: readonly string[]): boolean {
  const times = new TimeTexts(0);
  const isName = (cell: string) =>
    cell.length <= 128 &&
    !NUMBER.test(cell) &&
    times.read(cell) === null &&
    !/^(?:\d{1,3}\.){3}\d/.test(cell);
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every(isName) && new Set(filled).size === filled.length;
}

class CsvParser implements LineParser {
  readonly #context: LineContext;
  readonly #describer: Describer;
  #sample: [string, LinePlace][] | null = [];
  #delimiter = ',';
  #names: readonly string[] = [];
  #open = '';
  #openLines = 0;
  #openAt: LinePlace | null = null;
  #rows = 0;

  constructor(context: LineContext) {
    this.#context = context;
    this.#describer = new Describer(context);
  }

  line(text: string, at: LinePlace): void {
    if (this.#sample === null) {
      this.#row(text, at);
      return;
    }
    this.#sample.push([text, at]);
    if (this.#sample.length > SAMPLE) this.#begin();
  }

  /** The first lines decide what the delimiter is. */
  #begin(): void {
    const sample = this.#sample ?? [];
    this.#sample = null;
    const stated = /^sep=(.)$/.exec(sample[0]?.[0] ?? '')?.[1];
    if (stated !== undefined) sample.shift();
    const layout = csvLayout(sample.map(([text]) => text));
    this.#delimiter = stated ?? layout?.delimiter ?? ',';
    for (const [text, at] of sample) this.#row(text, at);
  }

  #row(text: string, at: LinePlace): void {
    if (this.#openAt === null && text === '') return;
    const from = this.#openAt ?? at;
    const whole = this.#openAt === null ? text : `${this.#open}\n${text}`;
    // A line within a quoted cell is not taken apart again and again.
    const isWithin = this.#openAt !== null && !hasOddQuotes(text);
    const canGoOn = this.#openLines < MOST_LINES && whole.length < MOST_ROW_CHARS;
    const split = isWithin && canGoOn ? null : splitCells(whole, this.#delimiter);
    const { cells, isOpen, isOdd } = split ?? { cells: [], isOpen: true, isOdd: false };
    if (isOpen && canGoOn) {
      this.#open = whole;
      this.#openAt = from;
      this.#openLines++;
      return;
    }
    this.#open = '';
    this.#openAt = null;
    this.#openLines = 0;
    if (isOpen) this.#unclosed(whole, from);
    else {
      if (isOdd) this.#context.problem('a quote stands where none may', from, false);
      this.#cells(cells, from);
    }
  }

  /** The quote is taken as text: its first line is a row, what follows are rows of their own. */
  #unclosed(whole: string, from: LinePlace): void {
    this.#context.problem(
      'a quote is not closed: its lines are read as rows of their own',
      from,
      false,
    );
    for (const [index, line] of whole.split('\n').entries()) {
      const { cells, isOpen } = splitCells(line, this.#delimiter);
      // Places within are not kept: the row's own is the nearest.
      const at = { offset: from.offset, line: from.line + index };
      this.#cells(isOpen ? line.split(this.#delimiter) : cells, at);
    }
  }

  #cells(cells: readonly string[], at: LinePlace): void {
    if (this.#names.length === 0) {
      const named = isHeader(cells);
      this.#names = uniqueNames(named ? cells : cells.map((_, index) => `column ${index + 1}`));
      this.#context.fact('columns', this.#names.slice(0, 200));
      this.#context.fact('delimiter', this.#delimiter);
      this.#context.fact('header', named);
      if (named) return;
    }
    this.#rows++;
    const names = this.#names;
    const most = Math.min(cells.length, LOG_LIMITS.fields);
    if (cells.length !== names.length) {
      const what =
        cells.length < names.length
          ? 'a row has fewer cells than columns'
          : 'a row has more cells than columns';
      this.#context.problem(what, at, cells.length > LOG_LIMITS.fields);
    }
    const fields: MutableFields = createFields();
    for (let index = 0; index < most; index++) {
      const name = names[index];
      if (name === undefined) putField(fields, 'beyond the columns', cells[index] ?? '');
      else fields[name] = cells[index] ?? '';
    }
    this.#context.emit(this.#describer.describe(fields, at));
  }

  end(): void {
    if (this.#sample !== null) this.#begin();
    if (this.#openAt !== null) {
      const [whole, at] = [this.#open, this.#openAt];
      this.#openAt = null;
      this.#unclosed(whole, at);
    }
    this.#context.fact('rows', this.#rows);
    this.#describer.end();
  }
}

function uniqueNames(cells: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return cells.slice(0, LOG_LIMITS.fields).map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

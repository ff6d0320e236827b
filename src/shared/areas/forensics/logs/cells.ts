/** Cells of a line that are set apart by a character, quoted after RFC 4180. */

interface SplitLine {
  readonly cells: readonly string[];
  /** A quote is open at the end: the record goes on in the next line. */
  readonly isOpen: boolean;
  /** A quote stands where none may: its text is kept as it is. */
  readonly isOdd: boolean;
}

const QUOTE = '"';

export function splitCells(line: string, delimiter: string): SplitLine {
  if (!line.includes(QUOTE)) return { cells: line.split(delimiter), isOpen: false, isOdd: false };
  return new QuotedLine(line, delimiter).split();
}

class QuotedLine {
  readonly #line: string;
  readonly #delimiter: string;
  readonly #cells: string[] = [];
  #isOpen = false;
  #isOdd = false;

  constructor(line: string, delimiter: string) {
    this.#line = line;
    this.#delimiter = delimiter;
  }

  split(): SplitLine {
    for (let at = 0; at >= 0; )
      at = this.#line.startsWith(QUOTE, at) ? this.#quoted(at) : this.#plain(at);
    return { cells: this.#cells, isOpen: this.#isOpen, isOdd: this.#isOdd };
  }

  /** Where the next cell begins; -1 at the end. */
  #quoted(at: number): number {
    const end = closingQuote(this.#line, at + 1);
    if (end < 0) {
      this.#cells.push(unquoted(this.#line.slice(at + 1)));
      this.#isOpen = true;
      return -1;
    }
    const next = this.#line.indexOf(this.#delimiter, end + 1);
    const behind = this.#line.slice(end + 1, next < 0 ? this.#line.length : next);
    if (behind.trim() !== '') this.#isOdd = true;
    this.#cells.push(unquoted(this.#line.slice(at + 1, end)) + behind.trimEnd());
    return next < 0 ? -1 : next + this.#delimiter.length;
  }

  #plain(at: number): number {
    const next = this.#line.indexOf(this.#delimiter, at);
    const cell = this.#line.slice(at, next < 0 ? this.#line.length : next);
    if (cell.includes(QUOTE)) this.#isOdd = true;
    this.#cells.push(cell);
    return next < 0 ? -1 : next + this.#delimiter.length;
  }
}

/** Whether the text has an odd number of quotes: only then does it close what is open. */
export function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf(QUOTE); at >= 0; at = text.indexOf(QUOTE, at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** -1 where the quote is not closed; two of them are one in the text. */
function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf(QUOTE, from); at >= 0; at = line.indexOf(QUOTE, at + 2)) {
    if (line.charAt(at + 1) !== QUOTE) return at;
  }
  return -1;
}

function unquoted(text: string): string {
  return text.includes(QUOTE) ? text.replaceAll('""', QUOTE) : text;
}

import type { FontMeasure } from './fonts.ts';

export interface TextStyle {
  readonly size: number;
  readonly isBold: boolean;
}

/** Lines of at most `width` points, broken at spaces, and within a word only where it is too long. */
export function wrapText(
  text: string,
  { size, isBold }: TextStyle,
  width: number,
  measure: FontMeasure,
): string[] {
  const limit = width / size;
  const space = measure.width(' ', isBold);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(' ')) {
      const wide = measure.width(word, isBold);
      if (line !== '' && used + space + wide <= limit) {
        line += ` ${word}`;
        used += space + wide;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = wide <= limit ? [word] : cutWord(word, limit, isBold, measure);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
      used = measure.width(line, isBold);
    }
    lines.push(line);
  }
  return lines;
}

function cutWord(word: string, limit: number, isBold: boolean, measure: FontMeasure): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const wide = measure.width(character, isBold);
    if (piece !== '' && used + wide > limit) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += wide;
  }
  return [...pieces, piece];
}

/** A piece of a line, `left` points from its beginning. */
export interface Fragment {
  readonly text: string;
  readonly isBold: boolean;
  readonly left: number;
}

/** Lines of pieces of two weights, broken as `wrapText` breaks them. */
export function wrapRuns(
  runs: readonly { readonly text: string; readonly isBold: boolean }[],
  { size, width }: { readonly size: number; readonly width: number },
  measure: FontMeasure,
): Fragment[][] {
  const limit = width / size;
  const filler = new LineFiller(limit, size);
  for (const { text, isBold } of runs) {
    for (const token of text.split(/(\n| +)/)) {
      if (token === '\n') filler.end();
      else if (token.startsWith(' ')) filler.gap(measure.width(token, isBold));
      else if (token !== '')
        for (const piece of cutWord(token, limit, isBold, measure))
          filler.put(piece, isBold, measure.width(piece, isBold));
    }
  }
  return filler.lines();
}

class LineFiller {
  readonly #limit: number;
  readonly #size: number;
  readonly #lines: Fragment[][] = [];
  #line: Fragment[] = [];
  #used = 0;

  constructor(limit: number, size: number) {
    this.#limit = limit;
    this.#size = size;
  }

  end(): void {
    this.#lines.push(this.#line);
    this.#line = [];
    this.#used = 0;
  }

  /** A space that would begin a line is the break itself. */
  gap(wide: number): void {
    if (this.#used > 0) this.#used += wide;
  }

  put(text: string, isBold: boolean, wide: number): void {
    if (this.#used > 0 && this.#used + wide > this.#limit) this.end();
    this.#line.push({ text, isBold, left: this.#used * this.#size });
    this.#used += wide;
  }

  lines(): Fragment[][] {
    if (this.#line.length > 0) this.end();
    return this.#lines;
  }
}

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

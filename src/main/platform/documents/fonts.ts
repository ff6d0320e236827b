/**
 * The fonts of documents: static weights of Inter (scripts/report-fonts.ts) for Latin, Cyrillic,
 * Greek and Vietnamese. What they lack is written as its code point (visible-text.ts).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAppRoot } from '../app-root.ts';

export const FONT_FAMILY = 'Watchfloor Report';

export interface FontMeasure {
  canShow(codePoint: number): boolean;
  /** In units of the font size. */
  width(text: string, isBold: boolean): number;
}

/** What is asked of a font that was read. */
export interface ReadFont {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
}

/** As data addresses: the archive of the packaged application has no paths for a font reader. */
export async function fontSources(): Promise<{ src: string; fontWeight: number }[]> {
  const folder = join(findAppRoot(import.meta.dirname), 'resources', 'fonts');
  const read = async (name: string) =>
    `data:font/ttf;base64,${(await readFile(join(folder, name))).toString('base64')}`;
  return [
    { src: await read('report-regular.ttf'), fontWeight: 400 },
    { src: await read('report-bold.ttf'), fontWeight: 700 },
  ];
}

export function createMeasure(regular: ReadFont, bold: ReadFont): FontMeasure {
  const widths = { regular: new Map<number, number>(), bold: new Map<number, number>() };
  const shown = new Map<number, boolean>();
  const widthOf = (code: number, isBold: boolean) => {
    const known = isBold ? widths.bold : widths.regular;
    const found = known.get(code);
    if (found !== undefined) return found;
    const font = isBold ? bold : regular;
    const width = font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm;
    known.set(code, width);
    return width;
  };
  return {
    canShow(code) {
      const found = shown.get(code);
      if (found !== undefined) return found;
      const can = regular.hasGlyphForCodePoint(code) && bold.hasGlyphForCodePoint(code);
      shown.set(code, can);
      return can;
    },
    width(text, isBold) {
      let sum = 0;
      for (let at = 0; at < text.length; at++) sum += widthOf(text.charCodeAt(at), isBold);
      return sum;
    },
  };
}

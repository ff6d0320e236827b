/**
 * `node scripts/report-fonts.ts`: makes the fonts of documents (resources/fonts) from the page's.
 *
 * The page's font is variable, compressed (WOFF2) and cut into alphabets; what writes PDF files
 * takes neither a weight of such a font nor several at once. So the outlines of two weights are
 * taken out of all alphabets into one static TrueType file each. Inter is under the SIL Open Font
 * License 1.1, without a reserved name; copyright and licence stand in the files themselves.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Font } from '@react-pdf/renderer';
import { ROOT, say } from './support/project.ts';
import {
  type OutlinePoint,
  type StaticFont,
  type StaticGlyph,
  staticFontBytes,
} from './support/static-font.ts';

const ALPHABETS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
];
const FILES = join(
  dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/package.json'))),
  'files',
);

/** A point as the font reader moves it. */
class MovedPoint {
  x: number;
  y: number;
  readonly onCurve: boolean;
  readonly endContour: boolean;
  constructor(point: OutlinePoint) {
    this.x = point.x;
    this.y = point.y;
    this.onCurve = Boolean(point.onCurve);
    this.endContour = Boolean(point.endContour);
  }
  copy(): MovedPoint {
    return new MovedPoint(this);
  }
}
interface RawGlyph {
  readonly numberOfContours: number;
  readonly points?: OutlinePoint[];
  readonly components?: {
    readonly glyphID: number;
    readonly dx: number;
    readonly dy: number;
    readonly scaleX: number;
    readonly scaleY: number;
    readonly scale01: number;
    readonly scale10: number;
  }[];
}
/** What is used of the font reader, part of it not meant for others: a pinned version is read. */
interface ReadFont {
  readonly characterSet: number[];
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly copyright: string;
  variationCoords: number[] | null;
  readonly HVAR?: unknown;
  readonly _transformedGlyphs: RawGlyph[];
  readonly _variationProcessor: {
    transformPoints(glyph: number, points: MovedPoint[]): void;
    getAdvanceAdjustment(glyph: number, table: unknown): number;
  } | null;
  getGlyph(id: number): { readonly path: unknown } | undefined;
  glyphForCodePoint(code: number): { readonly id: number };
  readonly hmtx: {
    readonly metrics: { get(index: number): { advance: number } | undefined; length: number };
  };
}

async function readFont(alphabet: string, purpose: string): Promise<ReadFont> {
  const family = `${alphabet}-${purpose}`;
  Font.register({ family, src: join(FILES, `inter-${alphabet}-wght-normal.woff2`) });
  await Font.load({ fontFamily: family });
  return Font.getFont({ fontFamily: family }).data as unknown as ReadFont;
}

const lone = (x: number, y = 0) => new MovedPoint({ x, y, onCurve: true, endContour: true });

/** Outlines and widths of one alphabet at one weight. */
class Weight {
  readonly #font: ReadFont;
  readonly #varied: ReadFont;

  constructor(font: ReadFont, varied: ReadFont, weight: number) {
    this.#font = font;
    this.#varied = varied;
    this.#font.getGlyph(0);
    this.#varied.variationCoords = [weight];
  }

  #advance(id: number): number {
    const { metrics } = this.#font.hmtx;
    return metrics.get(Math.min(id, metrics.length - 1))?.advance ?? 0;
  }

  #points(id: number): OutlinePoint[] {
    const raw = this.#font._transformedGlyphs[id];
    if (!raw) return [];
    const processor = this.#varied._variationProcessor;
    const ends = [lone(0), lone(this.#advance(id)), lone(0), lone(0)];
    if (raw.numberOfContours < 0) {
      const components = raw.components ?? [];
      const moved = components.map(({ dx, dy }) => lone(dx, dy));
      processor?.transformPoints(id, [...moved, ...ends]);
      return components.flatMap((part, index) =>
        this.#points(part.glyphID).map((point) => ({
          ...{ onCurve: point.onCurve, endContour: point.endContour },
          x: point.x * part.scaleX + point.y * part.scale01 + (moved[index]?.x ?? 0),
          y: point.y * part.scaleY + point.x * part.scale10 + (moved[index]?.y ?? 0),
        })),
      );
    }
    const points = (raw.points ?? []).map((point) => new MovedPoint(point));
    if (points.length > 0) processor?.transformPoints(id, [...points, ...ends]);
    return points;
  }

  glyph(id: number): StaticGlyph {
    const { HVAR, _variationProcessor } = this.#varied;
    const change = HVAR ? (_variationProcessor?.getAdvanceAdjustment(id, HVAR) ?? 0) : 0;
    return { points: this.#points(id), advance: this.#advance(id) + change };
  }
}

async function makeFont(style: StaticFont['style'], weight: number): Promise<StaticFont> {
  const glyphs: StaticGlyph[] = [];
  const places = new Map<number, number>();
  let first: ReadFont | undefined;
  for (const alphabet of ALPHABETS) {
    const font = await readFont(alphabet, `${style}-plain`);
    first ??= font;
    const varied = await readFont(alphabet, `${style}-varied`);
    const source = new Weight(font, varied, weight);
    if (glyphs.length === 0) glyphs.push(source.glyph(0));
    for (const code of font.characterSet.toSorted((a, b) => a - b)) {
      if (places.has(code) || code > 0xfffe) continue;
      places.set(code, glyphs.length);
      glyphs.push(source.glyph(font.glyphForCodePoint(code).id));
    }
  }
  if (!first) throw new Error('No alphabet was read');
  const { unitsPerEm, ascent, descent, copyright } = first;
  return {
    ...{ family: 'Watchfloor Report', style, copyright, unitsPerEm, ascent, descent },
    licence: 'SIL Open Font License, Version 1.1. Static weights taken from the variable Inter.',
    licenceUrl: 'https://openfontlicense.org',
    ...{ glyphs, places },
  };
}

const folder = join(ROOT, 'resources', 'fonts');
mkdirSync(folder, { recursive: true });
for (const [style, weight] of [
  ['Regular', 400],
  ['Bold', 700],
] as const) {
  const font = await makeFont(style, weight);
  const bytes = staticFontBytes(font);
  writeFileSync(join(folder, `report-${style.toLowerCase()}.ttf`), bytes);
  say(`${style}: ${font.places.size} characters, ${bytes.length} bytes`);
}

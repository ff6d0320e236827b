/**
 * Writes a static TrueType font: glyph outlines, widths and a character map, nothing else.
 * Follows the OpenType specification 1.9, chapters glyf, loca, head, hhea, hmtx, maxp, cmap
 * (format 4), OS/2 (version 4), name and post (format 3).
 */
export interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
  readonly endContour: boolean;
}

export interface StaticGlyph {
  readonly points: readonly OutlinePoint[];
  readonly advance: number;
}

export interface StaticFont {
  readonly family: string;
  readonly style: 'Regular' | 'Bold';
  readonly copyright: string;
  readonly licence: string;
  readonly licenceUrl: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  /** The first is shown for what is missing. */
  readonly glyphs: readonly StaticGlyph[];
  /** Code point (within the basic plane) to place in `glyphs`. */
  readonly places: ReadonlyMap<number, number>;
}

const ON_CURVE = 1;
/** Seconds from 1904 to 1970; every font is of the same moment, so that it is the same file again. */
const MAC_EPOCH = 2_082_844_800;

const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
};
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
};

interface Box {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

function boxOf(points: readonly { x: number; y: number }[]): Box {
  if (points.length === 0) return { xMin: 0, yMin: 0, xMax: 0, yMax: 0 };
  const xs = points.map(({ x }) => Math.round(x));
  const ys = points.map(({ y }) => Math.round(y));
  const [xMin, xMax] = [Math.min(...xs), Math.max(...xs)];
  return { xMin, yMin: Math.min(...ys), xMax, yMax: Math.max(...ys) };
}

function glyphBytes({ points }: StaticGlyph): Buffer {
  if (points.length === 0) return Buffer.alloc(0);
  const { xMin, yMin, xMax, yMax } = boxOf(points);
  const ends = points.flatMap((point, index) => (point.endContour ? [index] : []));
  const xs: number[] = [];
  const ys: number[] = [];
  let [x, y] = [0, 0];
  for (const point of points) {
    const [nextX, nextY] = [Math.round(point.x), Math.round(point.y)];
    xs.push(nextX - x);
    ys.push(nextY - y);
    [x, y] = [nextX, nextY];
  }
  const flags = Buffer.from(points.map(({ onCurve }) => (onCurve ? ON_CURVE : 0)));
  const head = u16(ends.length, xMin, yMin, xMax, yMax, ...ends, 0);
  const all = Buffer.concat([head, flags, u16(...xs), u16(...ys)]);
  return Buffer.concat([all, Buffer.alloc((4 - (all.length % 4)) % 4)]);
}

/** Format 4: runs of neighbours whose glyphs are neighbours too. */
function cmapTable(places: ReadonlyMap<number, number>): Buffer {
  const runs: { first: number; last: number; delta: number }[] = [];
  for (const [code, glyph] of [...places].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    if (last && last.last + 1 === code && last.delta === glyph - code) last.last = code;
    else runs.push({ first: code, last: code, delta: glyph - code });
  }
  runs.push({ first: 0xffff, last: 0xffff, delta: 1 });
  const power = 2 ** Math.floor(Math.log2(runs.length));
  const body = Buffer.concat([
    u16(runs.length * 2, power * 2, Math.log2(power), (runs.length - power) * 2),
    u16(...runs.map(({ last }) => last), 0),
    u16(...runs.map(({ first }) => first)),
    u16(...runs.map(({ delta }) => delta)),
    u16(...runs.map(() => 0)),
  ]);
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, body.length + 6, 0), body]);
}

function nameTable(font: StaticFont): Buffer {
  const full = `${font.family} ${font.style}`;
  const texts: [number, string][] = [
    [0, font.copyright],
    [1, font.family],
    [2, font.style],
    [3, full],
    [4, full],
    [5, 'Version 1.0'],
    [6, full.replaceAll(' ', '-')],
    [13, font.licence],
    [14, font.licenceUrl],
  ];
  let offset = 0;
  const values = texts.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const records = texts.map(([id], index) => {
    const { length } = values[index] ?? { length: 0 };
    const record = u16(3, 1, 0x409, id, length, offset);
    offset += length;
    return record;
  });
  return Buffer.concat([u16(0, texts.length, 6 + 12 * texts.length), ...records, ...values]);
}

function os2Table(font: StaticFont): Buffer {
  const isBold = font.style === 'Bold';
  const codes = [...font.places.keys()];
  const em = font.unitsPerEm;
  const half = Math.round(em / 2);
  return Buffer.concat([
    u16(4, half, isBold ? 700 : 400, 5, 0),
    u16(half, half, 0, Math.round(em / 7), half, half, 0, half, Math.round(em / 14), half, 0),
    Buffer.alloc(10),
    u32(0b111, 0, 0, 0),
    Buffer.from('WTFL'),
    u16(isBold ? 0x20 : 0x40, Math.min(...codes), Math.max(...codes)),
    u16(font.ascent, font.descent, 0, font.ascent, -font.descent),
    u32(1, 0),
    u16(Math.round(em * 0.546), Math.round(em * 0.727), 0, 32, 0),
  ]);
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

/** A font file, the same for the same outlines. */
export function staticFontBytes(font: StaticFont): Buffer {
  const glyphs = font.glyphs.map(glyphBytes);
  const offsets = [0];
  for (const { length } of glyphs) offsets.push((offsets.at(-1) ?? 0) + length);
  const boxes = font.glyphs.map(({ points }) => boxOf(points));
  const all = boxOf(
    boxes.flatMap(({ xMin, yMin, xMax, yMax }) => [
      { x: xMin, y: yMin },
      { x: xMax, y: yMax },
    ]),
  );
  const widths = font.glyphs.map(({ advance }) => Math.round(advance));
  const points = font.glyphs.map((glyph) => glyph.points.length);
  const contours = font.glyphs.map(
    (glyph) => glyph.points.filter(({ endContour }) => endContour).length,
  );
  const count = font.glyphs.length;
  const isBold = font.style === 'Bold';
  const tables: [string, Buffer][] = [
    ['OS/2', os2Table(font)],
    ['cmap', cmapTable(font.places)],
    ['glyf', Buffer.concat(glyphs)],
    [
      'head',
      Buffer.concat([
        u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
        u16(0b11, font.unitsPerEm),
        u32(0, MAC_EPOCH, 0, MAC_EPOCH),
        u16(all.xMin, all.yMin, all.xMax, all.yMax, isBold ? 1 : 0, 8, 2, 1, 0),
      ]),
    ],
    [
      'hhea',
      Buffer.concat([
        u32(0x10000),
        u16(font.ascent, font.descent, 0, Math.max(...widths), 0, 0, all.xMax, 1, 0, 0),
        u16(0, 0, 0, 0, 0, count),
      ]),
    ],
    ['hmtx', Buffer.concat(widths.map((width, index) => u16(width, boxes[index]?.xMin ?? 0)))],
    ['loca', u32(...offsets)],
    [
      'maxp',
      Buffer.concat([
        u32(0x10000),
        u16(count, Math.max(...points), Math.max(...contours), 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
      ]),
    ],
    ['name', nameTable(font)],
    ['post', u32(0x30000, 0, 0, 0, 0, 0, 0, 0)],
  ];
  return assemble(tables);
}

function assemble(tables: readonly [string, Buffer][]): Buffer {
  const padded = tables.map(([, bytes]) =>
    Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]),
  );
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const parts = [
    u32(0x10000),
    u16(tables.length, power * 16, Math.log2(power), tables.length * 16 - power * 16),
  ];
  let offset = 12 + 16 * tables.length;
  tables.forEach(([tag, bytes], index) => {
    const table = padded[index] ?? bytes;
    parts.push(Buffer.from(tag), u32(checksum(table), offset, bytes.length));
    offset += table.length;
  });
  const file = Buffer.concat([...parts, ...padded]);
  const head = tables.findIndex(([tag]) => tag === 'head');
  const place =
    12 + 16 * tables.length + padded.slice(0, head).reduce((sum, { length }) => sum + length, 0);
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, place + 8);
  return file;
}

/**
 * A report as PDF, by @react-pdf/renderer: it needs no browser, so the desktop, the browser host on
 * a machine without a display and a job's thread make the same file, byte for byte. Printing through
 * Chromium would have given each host a file of its own, and the browser host none.
 *
 * The library is loaded when the first document is made; call this from a job's thread. Pages are
 * laid out by page-layout.ts. Nothing in the text becomes a link, and the file holds no script.
 */
import {
  createMeasure,
  FONT_FAMILY,
  type FontMeasure,
  fontSources,
  type ReadFont,
} from './fonts.ts';
import { layOut } from './page-layout.ts';
import type { PageItem, Tone } from './page-writer.ts';
import type { ReportDocument } from './report.ts';

const COLOURS: Record<Tone, string> = { text: '#1a1f26', muted: '#5b6470', head: '#1a1f26' };
const FILLS = { line: '#d5dae0', shade: '#eef1f4', bar: '#b45309' };
const LEADING = 1.4;
/** Half of what the leading adds to the font's own height, so that a line stands in its middle. */
const ABOVE_LINE = 0.095;

/** @returns the file's bytes: the same for the same document. */
export async function renderPdf(doc: ReportDocument): Promise<Uint8Array> {
  const [pdf, react] = await Promise.all([import('@react-pdf/renderer'), import('react')]);
  const { Canvas, Font, Document, Page } = pdf;
  const { createElement } = react;
  if (!Font.getRegisteredFontFamilies().includes(FONT_FAMILY))
    Font.register({ family: FONT_FAMILY, fonts: await fontSources() });
  Font.registerHyphenationCallback((word) => [word]);
  const load = async (fontWeight: number) => {
    await Font.load({ fontFamily: FONT_FAMILY, fontWeight });
    return Font.getFont({ fontFamily: FONT_FAMILY, fontWeight })?.data as unknown as ReadFont;
  };
  const fonts = { regular: await load(400), bold: await load(700) };
  const measure = createMeasure(fonts.regular, fonts.bold);
  const { width, height, pages } = layOut(doc, measure);

  const made = new Date(doc.generatedAt);
  const root = createElement(
    Document,
    {
      title: doc.title,
      ...(doc.author === null ? {} : { author: doc.author }),
      ...(doc.subtitle === null ? {} : { subject: doc.subtitle }),
      creator: 'Watchfloor',
      producer: 'Watchfloor',
      creationDate: made,
      modificationDate: made,
      language: 'en',
    },
    pages.map((items, index) =>
      createElement(
        Page,
        {
          key: index,
          size: [width, height],
          wrap: false,
          style: { fontFamily: FONT_FAMILY },
          ...bookmarkOf(items),
        },
        // A page that does not break takes its height from what is in it.
        createElement(Canvas, {
          style: { width, height },
          paint: (painter) => paintPage(painter as unknown as Painter, items, { fonts, measure }),
        }),
      ),
    ),
  );
  return new Uint8Array(await (await pdf.pdf(root as never).toBlob()).arrayBuffer());
}

/** What is used of the library's canvas, which draws as pdfkit does. */
interface Painter {
  font(font: ReadFont, name: string): Painter;
  fontSize(size: number): Painter;
  fillColor(colour: string): Painter;
  rect(x: number, y: number, width: number, height: number): Painter;
  fill(): Painter;
  text(line: string, x: number, y: number, options: { lineBreak: false }): Painter;
}

interface Ink {
  readonly fonts: { readonly regular: ReadFont; readonly bold: ReadFont };
  readonly measure: FontMeasure;
}

/**
 * One canvas a page: an element for every piece of text, each measured and laid out by the library
 * once more, took twenty times the memory, more than a job's thread may have at 10,000 rows.
 */
function paintPage(painter: Painter, items: readonly PageItem[], ink: Ink): null {
  for (const item of items) {
    if (item.type === 'box') {
      painter.fillColor(FILLS[item.fill]).rect(item.x, item.y, item.width, item.height).fill();
      continue;
    }
    const { style, lines, tone, align, x, y, width } = item;
    const { size, isBold } = style;
    if (isBold) painter.font(ink.fonts.bold, `${FONT_FAMILY} Bold`);
    else painter.font(ink.fonts.regular, `${FONT_FAMILY} Regular`);
    painter.fontSize(size).fillColor(COLOURS[tone]);
    lines.forEach((line, index) => {
      const left = align === 'left' ? x : x + width - ink.measure.width(line, isBold) * size;
      const top = y + (index * LEADING + ABOVE_LINE) * size;
      if (line !== '') painter.text(line, left, top, { lineBreak: false });
    });
  }
  return null;
}

/** The library's outline knows pages only: a page is named by what begins on it first. */
function bookmarkOf(items: readonly PageItem[]): { bookmark?: { title: string } } {
  const named = items.find((item) => item.type === 'text' && item.bookmark !== null);
  return named?.type === 'text' && named.bookmark !== null
    ? { bookmark: { title: named.bookmark } }
    : {};
}

/**
 * A report as PDF, by @react-pdf/renderer: it needs no browser, so the desktop, the browser host on
 * a machine without a display and a job's thread make the same file, byte for byte. Printing through
 * Chromium would have given each host a file of its own, and the browser host none.
 *
 * The library is loaded when the first document is made; call this from a job's thread. Pages are
 * laid out by page-layout.ts. Nothing in the text becomes a link, and the file holds no script.
 */
import type { ReactElement } from 'react';
import { createMeasure, FONT_FAMILY, fontSources, type ReadFont } from './fonts.ts';
import { layOut, type PageItem, type Tone } from './page-layout.ts';
import type { ReportDocument } from './report.ts';

const COLOURS: Record<Tone, string> = { text: '#1a1f26', muted: '#5b6470', head: '#1a1f26' };
const FILLS = { line: '#d5dae0', shade: '#eef1f4', bar: '#b45309' };
const LEADING = 1.4;

/** @returns the file's bytes: the same for the same document. */
export async function renderPdf(doc: ReportDocument): Promise<Uint8Array> {
  const [pdf, react] = await Promise.all([import('@react-pdf/renderer'), import('react')]);
  const { Font, Document, Page, Text, View } = pdf;
  const { createElement } = react;
  if (!Font.getRegisteredFontFamilies().includes(FONT_FAMILY))
    Font.register({ family: FONT_FAMILY, fonts: await fontSources() });
  Font.registerHyphenationCallback((word) => [word]);
  const load = async (fontWeight: number) => {
    await Font.load({ fontFamily: FONT_FAMILY, fontWeight });
    return Font.getFont({ fontFamily: FONT_FAMILY, fontWeight })?.data as unknown as ReadFont;
  };
  const measure = createMeasure(await load(400), await load(700));
  const { width, height, pages } = layOut(doc, measure);

  const element = (item: PageItem, key: number): ReactElement => {
    const place = { position: 'absolute', left: item.x, top: item.y, width: item.width } as const;
    if (item.type === 'box')
      return createElement(View, {
        key,
        style: { ...place, height: item.height, backgroundColor: FILLS[item.fill] },
      });
    const { style, lines, align, tone } = item;
    return createElement(
      Text,
      {
        key,
        style: {
          ...place,
          fontSize: style.size,
          fontWeight: style.isBold ? 700 : 400,
          lineHeight: LEADING,
          textAlign: align,
          color: COLOURS[tone],
        },
      },
      lines.join('\n'),
    );
  };

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
        createElement(View, { style: { width, height } }, items.map(element)),
      ),
    ),
  );
  return new Uint8Array(await (await pdf.pdf(root as never).toBlob()).arrayBuffer());
}

/** The library's outline knows pages only: a page is named by what begins on it first. */
function bookmarkOf(items: readonly PageItem[]): { bookmark?: { title: string } } {
  const named = items.find((item) => item.type === 'text' && item.bookmark !== null);
  return named?.type === 'text' && named.bookmark !== null
    ? { bookmark: { title: named.bookmark } }
    : {};
}

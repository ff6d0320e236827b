/**
 * A report as a Word document (ECMA-376), by the library docx, loaded when the first is made. Text
 * stays text: no fields but page numbers, no links, no macros. Word chooses another font for what
 * its own lacks, so only invisible characters are written as code points.
 */
import type * as Docx from 'docx';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import {
  ASIDE_STYLE,
  type ListCounter,
  numberingOf,
  RICH_STYLES,
  richBlock,
  richHeading,
} from './docx-rich.ts';
import { withFixedMoment } from './fixed-zip.ts';
import {
  NO_VALUE,
  type ReportBlock,
  type ReportDocument,
  type ReportTable,
  reportTime,
} from './report.ts';
import { visibleText } from './visible-text.ts';

type Library = typeof Docx;
type Child = Docx.Paragraph | Docx.Table;

/** Twentieths of a point: A4 with margins of 2 cm. */
const PAGE = { short: 11_906, long: 16_838, margin: 1_134 };
const FONT = 'Calibri';
const MUTED = '5B6470';
const SHADE = 'EEF1F4';
const LINE = 'D5DAE0';
const HALF_POINTS = { running: 15, cell: 17, body: 20 };

/** The library keeps some 20 kB a cell row: more would not fit into a job's thread. Said where it cuts. */
const MAX_ROWS = 2_500;

const shown = (raw: string) => visibleText(raw, () => true);

/** @returns the file's bytes: the same for the same document. */
export async function renderDocx(doc: ReportDocument): Promise<Uint8Array> {
  const library = await import('docx');
  const { Document, Packer, PageOrientation } = library;
  const isWide = doc.orientation === 'landscape';
  const width = (isWide ? PAGE.long : PAGE.short) - 2 * PAGE.margin;
  const file = new Document({
    title: shown(doc.title),
    creator: shown(doc.author ?? 'Watchfloor'),
    lastModifiedBy: 'Watchfloor',
    ...(doc.subtitle === null ? {} : { subject: shown(doc.subtitle) }),
    styles: {
      default: { document: { run: { font: FONT, size: HALF_POINTS.body } } },
      ...(doc.hasCover ? { paragraphStyles: RICH_STYLES } : {}),
    },
    ...(doc.hasCover ? { numbering: numberingOf(library, doc) } : {}),
    sections: [
      {
        properties: {
          page: {
            size: {
              width: PAGE.short,
              height: PAGE.long,
              orientation: isWide ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: {
              ...{ top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
            },
          },
        },
        headers: { default: headOf(library, doc, width) },
        footers: { default: footOf(library, doc, width) },
        children: contentOf(library, doc, width),
      },
    ],
  });
  const bytes = await Packer.toBuffer(file);
  return withFixedMoment(new Uint8Array(bytes), doc.generatedAt);
}

/** What stands beside the text of a document with a cover, by its style: whoever reads it can leave it out. */
const asideOf = (doc: ReportDocument) => (doc.hasCover ? { style: ASIDE_STYLE } : {});

function runs(library: Library, raw: string, options: Docx.IRunOptions = {}): Docx.TextRun[] {
  return shown(raw)
    .split('\n')
    .map((text, index) => {
      return new library.TextRun({ ...options, text, ...(index === 0 ? {} : { break: 1 }) });
    });
}

function headOf(library: Library, doc: ReportDocument, width: number): Docx.Header {
  const { Header, Paragraph, TabStopType, TextRun } = library;
  const small = { size: HALF_POINTS.running, color: MUTED };
  const right = doc.classification
    ? [new TextRun({ ...small, text: '\t' }), ...runs(library, doc.classification, small)]
    : [];
  return new Header({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: width }],
        children: [...runs(library, doc.title, small), ...right],
      }),
    ],
  });
}

function footOf(library: Library, doc: ReportDocument, width: number): Docx.Footer {
  const { Footer, PageNumber, Paragraph, TabStopType, TextRun } = library;
  const small = { size: HALF_POINTS.running, color: MUTED };
  return new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: width }],
        children: [
          ...runs(library, `Generated ${reportTime(doc.generatedAt)}`, small),
          new TextRun({
            ...small,
            children: ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
          }),
        ],
      }),
    ],
  });
}

function contentOf(library: Library, doc: ReportDocument, width: number): Child[] {
  const { HeadingLevel, PageBreak, Paragraph } = library;
  const counter: ListCounter = { lists: 0 };
  const facts: Child[] =
    doc.facts.length === 0
      ? []
      : [factsOf(library, doc, width), new Paragraph({ ...asideOf(doc), spacing: { after: 60 } })];
  const heading = (text: string, level: Docx.IParagraphOptions['heading'], size: number) =>
    new Paragraph({
      ...(level === undefined ? {} : { heading: level }),
      keepNext: true,
      spacing: { before: 240, after: 80 },
      children: runs(library, text, { bold: true, size, color: '1A1F26', font: FONT }),
    });
  return [
    heading(doc.title, HeadingLevel.TITLE, 40),
    ...(doc.subtitle === null
      ? []
      : [
          new Paragraph({
            ...asideOf(doc),
            children: runs(library, doc.subtitle, { color: MUTED }),
          }),
        ]),
    ...facts,
    ...(doc.hasCover ? [new Paragraph({ style: ASIDE_STYLE, children: [new PageBreak()] })] : []),
    ...doc.sections.flatMap((section) => [
      ...(section.title === null ? [] : [heading(section.title, HeadingLevel.HEADING_1, 28)]),
      ...section.blocks.flatMap((block) => blockOf(library, block, width, counter)),
    ]),
  ];
}

function blockOf(
  library: Library,
  block: ReportBlock,
  width: number,
  counter: ListCounter,
): Child[] {
  const { BorderStyle, HeadingLevel, Paragraph } = library;
  const after = { spacing: { after: 120 } };
  switch (block.type) {
    case 'heading':
      if (block.depth !== undefined) return [richHeading(library, block.text, block.depth)];
      return [
        new Paragraph({
          heading: HeadingLevel.HEADING_2,
          keepNext: true,
          children: runs(library, block.text, {
            bold: true,
            size: 22,
            color: '1A1F26',
            font: FONT,
          }),
        }),
      ];
    case 'paragraph':
      return [new Paragraph({ ...after, children: runs(library, block.text) })];
    case 'list':
      return block.items.map(
        (item) => new Paragraph({ indent: { left: 284 }, children: runs(library, `• ${item}`) }),
      );
    case 'rich':
    case 'items':
    case 'code':
    case 'quote':
      return richBlock(library, block, {
        counter,
        other: (inner) => blockOf(library, inner, width, counter),
      });
    case 'note':
      return [
        new Paragraph({
          ...after,
          border: { left: { style: BorderStyle.SINGLE, size: 18, color: 'B45309', space: 8 } },
          children: runs(library, block.text, { bold: true }),
        }),
      ];
    case 'table':
      return tableOf(library, block, width);
    default:
      return exhaustive(block);
  }
}

interface CellOptions {
  /** Of its paragraph. */
  readonly style?: string;
  readonly isHead?: boolean;
  readonly color?: string;
}

function cell(
  library: Library,
  raw: string,
  width: number,
  { style, isHead = false, color }: CellOptions = {},
): Docx.TableCell {
  const { Paragraph, TableCell, WidthType } = library;
  const options = { size: HALF_POINTS.cell, bold: isHead, ...(color ? { color } : {}) };
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: { top: 40, bottom: 40, left: 80, right: 80 },
    ...(isHead ? { shading: { fill: SHADE } } : {}),
    children: [
      new Paragraph({ ...(style ? { style } : {}), children: runs(library, raw, options) }),
    ],
  });
}

function bordersOf({ BorderStyle }: Library): Docx.ITableBordersOptions {
  const none = { style: BorderStyle.NONE, size: 0, color: LINE };
  const line = { style: BorderStyle.SINGLE, size: 4, color: LINE };
  return {
    ...{ top: line, bottom: line, left: none, right: none },
    ...{ insideHorizontal: line, insideVertical: none },
  };
}

function factsOf(library: Library, doc: ReportDocument, width: number): Docx.Table {
  const { Table, TableLayoutType, TableRow, WidthType } = library;
  const label = Math.round(width * 0.28);
  return new Table({
    layout: TableLayoutType.FIXED,
    width: { size: width, type: WidthType.DXA },
    columnWidths: [label, width - label],
    borders: bordersOf(library),
    rows: doc.facts.map(
      (fact) =>
        new TableRow({
          children: [
            cell(library, fact.label, label, { ...asideOf(doc), color: MUTED }),
            cell(library, fact.value ?? NO_VALUE, width - label, asideOf(doc)),
          ],
        }),
    ),
  });
}

function tableOf(library: Library, table: ReportTable, width: number): Child[] {
  const { Paragraph, Table, TableLayoutType, TableRow, WidthType } = library;
  const small = { size: HALF_POINTS.running, color: MUTED };
  const caption = table.caption
    ? [new Paragraph({ keepNext: true, children: runs(library, table.caption, small) })]
    : [];
  if (table.rows.length === 0)
    return [...caption, new Paragraph({ children: runs(library, table.empty, { color: MUTED }) })];
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0);
  const widths = table.columns.map(({ share }) => Math.floor((share / shares) * width));
  const rowOf = (texts: readonly (string | null)[], isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: isHead,
      children: widths.map((w, index) => cell(library, texts[index] ?? NO_VALUE, w, { isHead })),
    });
  return [
    ...caption,
    new Table({
      layout: TableLayoutType.FIXED,
      width: { size: width, type: WidthType.DXA },
      columnWidths: widths,
      borders: bordersOf(library),
      rows: [
        rowOf(
          table.columns.map(({ header }) => header),
          true,
        ),
        ...table.rows.slice(0, MAX_ROWS).map((row) => rowOf(row, false)),
      ],
    }),
    new Paragraph({
      spacing: { after: 80 },
      children:
        table.rows.length > MAX_ROWS
          ? runs(library, leftOutText(table.rows.length - MAX_ROWS), { bold: true })
          : [],
    }),
  ];
}

const leftOutText = (n: number) =>
  `${n} more rows are left out here: a Word document of this size cannot be made. PDF and Excel hold all of them.`;

/**
 * The blocks of a document that people wrote: headings of six depths, letters in bold and italic,
 * lists within lists, code, quotes. Lists are Word's own, so that whoever opens the file can go on
 * with them, and an import finds them again; what stands beside the text has a style of its own.
 */
import type * as Docx from 'docx';
import type {
  HeadingDepth,
  ReportBlock,
  ReportDocument,
  ReportItems,
  ReportRun,
} from './report.ts';
import { visibleText } from './visible-text.ts';

type Library = typeof Docx;
type Child = Docx.Paragraph | Docx.Table;
export type RichBlock = Extract<ReportBlock, { type: 'rich' | 'items' | 'code' | 'quote' }>;

export const ASIDE_STYLE = 'WatchfloorAside';
const CODE_STYLE = 'WatchfloorCode';
const QUOTE_STYLE = 'WatchfloorQuote';
const BULLETS = 'bullets';
const LEVELS = 9;
const TWIPS_A_LEVEL = 360;
const CODE_FONT = 'Consolas';
const COLOUR = '1A1F26';
const HEADING_SIZES = [32, 26, 22, 20, 20, 20];

/** The names are how an import knows them (policy-import.docx.ts). */
export const RICH_STYLES: Docx.IParagraphStyleOptions[] = [
  { id: ASIDE_STYLE, name: 'Watchfloor Aside', basedOn: 'Normal' },
  {
    id: CODE_STYLE,
    name: 'Watchfloor Code',
    basedOn: 'Normal',
    run: { font: CODE_FONT, size: 18 },
  },
  {
    id: QUOTE_STYLE,
    name: 'Watchfloor Quote',
    basedOn: 'Normal',
    paragraph: { indent: { left: 567 } },
  },
];

const shown = (raw: string) => visibleText(raw, () => true);
const numbersFrom = (start: number) => `numbers-${start}`;

/** Bullets, and one kind of numbers for every number that a list begins with. */
export function numberingOf(library: Library, doc: ReportDocument): Docx.INumberingOptions {
  const { LevelFormat } = library;
  const starts = new Set<number>();
  const find = (blocks: readonly ReportBlock[]) => {
    for (const block of blocks) {
      if (block.type === 'quote') find(block.blocks);
      if (block.type !== 'items') continue;
      if (block.start !== null) starts.add(block.start);
      for (const item of block.items) find(item);
    }
  };
  for (const { blocks } of doc.sections) find(blocks);
  const levels = (of: (level: number) => Pick<Docx.ILevelsOptions, 'format' | 'text' | 'start'>) =>
    Array.from({ length: LEVELS }, (_, level) => ({
      ...of(level),
      level,
      style: {
        paragraph: { indent: { left: (level + 1) * TWIPS_A_LEVEL, hanging: TWIPS_A_LEVEL } },
      },
    }));
  return {
    config: [
      {
        reference: BULLETS,
        levels: levels(() => ({ format: LevelFormat.BULLET, text: '•' })),
      },
      ...[...starts].map((start) => ({
        reference: numbersFrom(start),
        levels: levels((level) => ({
          format: LevelFormat.DECIMAL,
          text: `%${level + 1}.`,
          start,
        })),
      })),
    ],
  };
}

export function richHeading(library: Library, text: string, depth: HeadingDepth): Docx.Paragraph {
  const { HeadingLevel, Paragraph, TextRun } = library;
  const levels = [
    ...[HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3],
    ...[HeadingLevel.HEADING_4, HeadingLevel.HEADING_5, HeadingLevel.HEADING_6],
  ];
  const heading = levels[depth - 1];
  return new Paragraph({
    ...(heading ? { heading } : {}),
    keepNext: true,
    spacing: { before: 200, after: 80 },
    children: [
      new TextRun({
        text: shown(text).replaceAll('\n', ' '),
        bold: true,
        color: COLOUR,
        size: HEADING_SIZES[depth - 1] ?? HEADING_SIZES[5] ?? 20,
      }),
    ],
  });
}

function textRuns(library: Library, runs: readonly ReportRun[]): Docx.TextRun[] {
  return runs.flatMap(({ text, isBold, isItalic, isCode }) =>
    shown(text)
      .split('\n')
      .map(
        (line, index) =>
          new library.TextRun({
            text: line,
            ...(index === 0 ? {} : { break: 1 }),
            ...(isBold ? { bold: true } : {}),
            ...(isItalic ? { italics: true } : {}),
            ...(isCode ? { font: CODE_FONT } : {}),
          }),
      ),
  );
}

/** Lists of numbers so far in the document: every one counts by itself. */
export interface ListCounter {
  lists: number;
}

interface RichPlace {
  readonly counter: ListCounter;
  /** Writes the blocks that are not of here. */
  readonly other: (block: ReportBlock) => Child[];
}

export function richBlock(library: Library, block: RichBlock, place: RichPlace): Child[] {
  const { Paragraph, TextRun } = library;
  const after = { spacing: { after: 120 } };
  if (block.type === 'rich')
    return [new Paragraph({ ...after, children: textRuns(library, block.runs) })];
  if (block.type === 'code') {
    const lines = shown(block.text).split('\n');
    const children = lines.map(
      (text, index) => new TextRun({ text, ...(index === 0 ? {} : { break: 1 }) }),
    );
    return [new Paragraph({ ...after, style: CODE_STYLE, children })];
  }
  if (block.type === 'quote') {
    return block.blocks.flatMap((inner) =>
      inner.type === 'rich'
        ? [new Paragraph({ ...after, style: QUOTE_STYLE, children: textRuns(library, inner.runs) })]
        : place.other(inner),
    );
  }
  return listParagraphs(library, block, 0, place);
}

function listParagraphs(
  library: Library,
  list: ReportItems,
  level: number,
  place: RichPlace,
): Child[] {
  if (list.start !== null) place.counter.lists++;
  const instance = list.start === null ? 0 : place.counter.lists;
  const reference = list.start === null ? BULLETS : numbersFrom(list.start);
  const numbering = { reference, level: Math.min(level, LEVELS - 1), instance };
  return list.items.flatMap((blocks) => {
    const { text, rest } = itemText(blocks);
    return [
      new library.Paragraph({
        numbering,
        spacing: { after: 60 },
        children: textRuns(library, text),
      }),
      ...rest.flatMap((block) =>
        block.type === 'items'
          ? listParagraphs(library, block, level + 1, place)
          : place.other(block),
      ),
    ];
  });
}

/** Paragraphs of an item in one, or the next number would begin a new list. */
function itemText(blocks: readonly ReportBlock[]): { text: ReportRun[]; rest: ReportBlock[] } {
  const text: ReportRun[] = [];
  const rest: ReportBlock[] = [];
  for (const block of blocks) {
    if (block.type !== 'rich') {
      rest.push(block);
      continue;
    }
    if (text.length > 0) text.push({ text: '\n' });
    text.push(...block.runs);
  }
  return { text, rest };
}

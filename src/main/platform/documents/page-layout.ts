/**
 * Puts a report on pages: where each line of text stands, in points from the upper left corner.
 * Pages are made here and not by the PDF library, whose own page breaking lays out all that is left
 * again for every page: a table of 2,000 rows took it minutes.
 */
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import type { FontMeasure } from './fonts.ts';
import {
  DEPTH_STYLES,
  INDENT,
  KEEP_WITH_HEADING,
  NUMBER_INDENT,
  type PageItem,
  PageWriter,
  STYLES,
} from './page-writer.ts';
import { NO_VALUE, type ReportBlock, type ReportDocument, type ReportItems } from './report.ts';

export interface LaidOut {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly (readonly PageItem[])[];
}

const A4 = { short: 595.28, long: 841.89 };

export function layOut(doc: ReportDocument, measure: FontMeasure): LaidOut {
  const isWide = doc.orientation === 'landscape';
  const size = isWide ? { width: A4.long, height: A4.short } : { width: A4.short, height: A4.long };
  const writer = new PageWriter(size, measure);
  writer.text(doc.title, STYLES.title, { bookmark: doc.title });
  if (doc.subtitle) writer.text(doc.subtitle, STYLES.subtitle, { tone: 'muted' });
  writer.space(10);
  for (const { label, value } of doc.facts) writer.fact(label, value ?? NO_VALUE);
  if (doc.hasCover) writer.nextPage();
  for (const section of doc.sections) {
    writer.space(16);
    if (section.title !== null) {
      writer.keepTogether(KEEP_WITH_HEADING);
      writer.text(section.title, STYLES.section, { bookmark: section.title });
      writer.space(4);
    }
    for (const block of section.blocks) writeBlock(writer, block, 0);
  }
  return { ...size, pages: writer.withRunningLines(doc) };
}

/** `indent` is of what stands in a list or a quote. */
function writeBlock(writer: PageWriter, block: ReportBlock, indent: number): void {
  switch (block.type) {
    case 'heading':
      writer.space(6);
      writer.keepTogether(KEEP_WITH_HEADING);
      writer.text(block.text, DEPTH_STYLES[(block.depth ?? 3) - 1] ?? STYLES.heading, {
        indent,
        bookmark: block.depth !== undefined && block.depth <= 2 ? block.text : null,
      });
      break;
    case 'paragraph':
      writer.text(block.text, STYLES.body, { indent });
      break;
    case 'rich':
      writer.rich(block.runs, indent);
      break;
    case 'items':
      writeItems(writer, block, indent);
      break;
    case 'code':
      writer.code(block.text, indent);
      break;
    case 'quote':
      for (const inner of block.blocks) writeBlock(writer, inner, indent + 2 * INDENT);
      break;
    case 'list':
      for (const item of block.items) writer.bullet(item);
      break;
    case 'note':
      writer.note(block.text);
      break;
    case 'table':
      writer.table(block);
      break;
    default:
      exhaustive(block);
  }
  writer.space(6);
}

/** The first block of an item stands beside its mark. */
function writeItems(writer: PageWriter, list: ReportItems, indent: number): void {
  const inner = indent + (list.start === null ? INDENT : NUMBER_INDENT);
  list.items.forEach((blocks, index) => {
    writer.mark(list.start === null ? '•' : `${list.start + index}.`, indent);
    blocks.forEach((block, at) => {
      if (at > 0 && block.type !== 'items') writer.space(3);
      if (block.type === 'rich') writer.rich(block.runs, inner);
      else if (block.type === 'items') writeItems(writer, block, inner);
      else writeBlock(writer, block, inner);
    });
    if (blocks.length === 0) writer.text(' ', STYLES.body, {});
    writer.space(2);
  });
}

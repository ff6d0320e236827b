/** Puts text on pages, from the top down: every piece in points from the upper left corner. */
import type { FontMeasure } from './fonts.ts';
import {
  NO_VALUE,
  type ReportDocument,
  type ReportRun,
  type ReportTable,
  reportTime,
} from './report.ts';
import { visibleText } from './visible-text.ts';
import { type TextStyle, wrapRuns, wrapText } from './wrap.ts';

export type Tone = 'text' | 'muted' | 'head';
export type PageItem =
  | {
      readonly type: 'text';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly lines: readonly string[];
      readonly style: TextStyle;
      readonly tone: Tone;
      readonly align: 'left' | 'right';
      /** Stands in the outline of the file under this name. */
      readonly bookmark: string | null;
    }
  | {
      readonly type: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: 'line' | 'shade' | 'bar';
    };

const MARGIN = 48;
const TOP = 72;
const BOTTOM = 64;
const LEADING = 1.4;
export const STYLES = {
  title: { size: 20, isBold: true },
  subtitle: { size: 11, isBold: false },
  section: { size: 14, isBold: true },
  heading: { size: 10.5, isBold: true },
  body: { size: 9.5, isBold: false },
  strong: { size: 9.5, isBold: true },
  cell: { size: 8, isBold: false },
  cellHead: { size: 8, isBold: true },
  running: { size: 7.5, isBold: false },
} as const satisfies Record<string, TextStyle>;
/** Headings of a document's own, the highest first. */
export const DEPTH_STYLES: readonly TextStyle[] = [
  { size: 16, isBold: true },
  { size: 12.5, isBold: true },
  STYLES.heading,
  STYLES.strong,
  STYLES.strong,
  STYLES.strong,
];
const CELL_PADDING = 4;
/** A heading is not left alone at the foot of a page. */
export const KEEP_WITH_HEADING = 64;
export const INDENT = 14;
export const NUMBER_INDENT = 20;
const LABEL_WIDTH = 130;

interface TextOptions {
  readonly tone?: Tone;
  readonly indent?: number;
  readonly width?: number;
  readonly bookmark?: string | null;
}

export class PageWriter {
  readonly #size: { readonly width: number; readonly height: number };
  readonly #measure: FontMeasure;
  readonly #pages: PageItem[][] = [[]];
  #y = TOP;

  constructor(size: { width: number; height: number }, measure: FontMeasure) {
    this.#size = size;
    this.#measure = measure;
  }

  get #width(): number {
    return this.#size.width - 2 * MARGIN;
  }

  get #room(): number {
    return this.#size.height - BOTTOM - this.#y;
  }

  #put(item: PageItem): void {
    this.#pages.at(-1)?.push(item);
  }

  nextPage(): void {
    this.#pages.push([]);
    this.#y = TOP;
  }

  #lines(raw: string, style: TextStyle, width: number): string[] {
    return wrapText(
      visibleText(raw, (code) => this.#measure.canShow(code)),
      style,
      width,
      this.#measure,
    );
  }

  space(points: number): void {
    if (this.#y > TOP) this.#y += points;
  }

  keepTogether(points: number): void {
    if (this.#room < points) this.nextPage();
  }

  text(raw: string, style: TextStyle, options: TextOptions): void {
    const { tone = 'text', indent = 0, bookmark = null } = options;
    const width = options.width ?? this.#width - indent;
    const height = style.size * LEADING;
    let left = this.#lines(raw, style, width);
    let mark = bookmark;
    while (left.length > 0) {
      const fit = Math.floor(this.#room / height);
      if (fit < 1) {
        this.nextPage();
        continue;
      }
      const lines = left.slice(0, fit);
      const place = { x: MARGIN + indent, y: this.#y, width };
      this.#put({ type: 'text', ...place, lines, style, tone, align: 'left', bookmark: mark });
      mark = null;
      this.#y += lines.length * height;
      left = left.slice(fit);
    }
  }

  fact(label: string, value: string): void {
    this.keepTogether(STYLES.body.size * LEADING);
    const { y } = this;
    const page = this.#pages.length;
    const lines = this.#lines(label, STYLES.body, LABEL_WIDTH - 8);
    const place = { x: MARGIN, y, width: LABEL_WIDTH };
    this.#put({
      ...{ type: 'text', ...place, lines, style: STYLES.body },
      ...{ tone: 'muted', align: 'left', bookmark: null },
    });
    this.text(value, STYLES.body, { indent: LABEL_WIDTH });
    if (this.#pages.length === page)
      this.#y = Math.max(this.#y, y + lines.length * STYLES.body.size * LEADING);
    this.space(2);
  }

  get y(): number {
    return this.#y;
  }

  bullet(item: string): void {
    this.mark('•', 0);
    this.text(item, STYLES.body, { indent: INDENT });
  }

  /** In front of what comes next, on its line. */
  mark(text: string, indent: number): void {
    this.keepTogether(STYLES.body.size * LEADING);
    const place = { x: MARGIN + indent + 3, y: this.#y, width: NUMBER_INDENT };
    this.#put({
      ...{ type: 'text', ...place, lines: [text], style: STYLES.body },
      ...{ tone: 'muted', align: 'left', bookmark: null },
    });
  }

  /** The fonts have no italic: it is shown upright. */
  rich(runs: readonly ReportRun[], indent: number): void {
    const { size } = STYLES.body;
    const width = this.#width - indent;
    const shown = runs.map(({ text, isBold = false }) => ({
      text: visibleText(text, (code) => this.#measure.canShow(code)),
      isBold,
    }));
    for (const line of wrapRuns(shown, { size, width }, this.#measure)) {
      this.keepTogether(size * LEADING);
      for (const { text, isBold, left } of line)
        this.#put({
          ...{ type: 'text', x: MARGIN + indent + left, y: this.#y, width, lines: [text] },
          ...{ style: { size, isBold }, tone: 'text', align: 'left', bookmark: null },
        });
      this.#y += size * LEADING;
    }
  }

  /** Line by line, so that it may run over pages. */
  code(raw: string, indent: number): void {
    const { size } = STYLES.cell;
    const width = this.#width - indent;
    for (const line of this.#lines(raw, STYLES.cell, width - 2 * CELL_PADDING)) {
      this.keepTogether(size * LEADING);
      const place = { x: MARGIN + indent, y: this.#y, width };
      this.#put({ type: 'box', ...place, height: size * LEADING, fill: 'shade' });
      this.#put({
        ...{ type: 'text', ...place, x: place.x + CELL_PADDING, lines: [line] },
        ...{ style: STYLES.cell, tone: 'text', align: 'left', bookmark: null },
      });
      this.#y += size * LEADING;
    }
  }

  note(raw: string): void {
    const height = STYLES.strong.size * LEADING;
    let left = this.#lines(raw, STYLES.strong, this.#width - INDENT);
    while (left.length > 0) {
      if (this.#room < height) this.nextPage();
      const lines = left.slice(0, Math.max(1, Math.floor(this.#room / height)));
      const tall = lines.length * height;
      this.#put({ type: 'box', x: MARGIN, y: this.#y, width: 3, height: tall, fill: 'bar' });
      const place = { x: MARGIN + INDENT, y: this.#y, width: this.#width - INDENT };
      this.#put({
        ...{ type: 'text', ...place, lines, style: STYLES.strong },
        ...{ tone: 'text', align: 'left', bookmark: null },
      });
      this.#y += tall;
      left = left.slice(lines.length);
    }
  }

  table(table: ReportTable): void {
    if (table.caption) {
      this.keepTogether(KEEP_WITH_HEADING);
      this.text(table.caption, STYLES.running, { tone: 'muted' });
      this.space(2);
    }
    if (table.rows.length === 0) {
      this.text(table.empty, STYLES.body, { tone: 'muted' });
      return;
    }
    const shares = table.columns.reduce((sum, { share }) => sum + share, 0);
    const widths = table.columns.map(({ share }) => (share / shares) * this.#width);
    const head = this.#row(
      table.columns.map(({ header }) => header),
      widths,
      STYLES.cellHead,
    );
    this.keepTogether(rowHeight(head) + 2 * STYLES.cell.size * LEADING + 2 * CELL_PADDING);
    this.#putHead(head, widths);
    for (const row of table.rows) {
      const cells = widths.map((_, index) => row[index] ?? NO_VALUE);
      this.#putRow(this.#row(cells, widths, STYLES.cell), widths, head);
    }
  }

  #row(cells: readonly string[], widths: readonly number[], style: TextStyle): string[][] {
    return cells.map((cell, index) =>
      this.#lines(cell, style, (widths[index] ?? 0) - 2 * CELL_PADDING),
    );
  }

  #putHead(head: string[][], widths: readonly number[]): void {
    const height = rowHeight(head);
    this.#put({
      ...{ type: 'box', x: MARGIN, y: this.#y, width: this.#width, height },
      fill: 'shade',
    });
    this.#putCells(head, widths, STYLES.cellHead);
    this.#y += height;
  }

  /** A row stays whole where a page can hold it; the head of the table is on every page. */
  #putRow(row: string[][], widths: readonly number[], head: string[][]): void {
    const whole = this.#size.height - TOP - BOTTOM - rowHeight(head);
    if (rowHeight(row) > this.#room && rowHeight(row) <= whole) {
      this.nextPage();
      this.#putHead(head, widths);
    }
    let left = row;
    while (left.some((lines) => lines.length > 0)) {
      const fit = Math.floor((this.#room - 2 * CELL_PADDING) / (STYLES.cell.size * LEADING));
      if (fit < 1) {
        this.nextPage();
        this.#putHead(head, widths);
        continue;
      }
      const part = left.map((lines) => lines.slice(0, fit));
      this.#putCells(part, widths, STYLES.cell);
      this.#y += rowHeight(part);
      this.#put({
        ...{ type: 'box', x: MARGIN, y: this.#y, width: this.#width, height: 0.5 },
        fill: 'line',
      });
      left = left.map((lines) => lines.slice(fit));
    }
  }

  #putCells(cells: string[][], widths: readonly number[], style: TextStyle): void {
    let x = MARGIN;
    cells.forEach((lines, index) => {
      const width = widths[index] ?? 0;
      const tone = style.isBold ? 'head' : 'text';
      const place = { x: x + CELL_PADDING, y: this.#y + CELL_PADDING, width: width - CELL_PADDING };
      if (lines.length > 0)
        this.#put({ type: 'text', ...place, lines, style, tone, align: 'left', bookmark: null });
      x += width;
    });
  }

  /** Head and foot of every page: title, classification, when it was made, page x of y. */
  withRunningLines(doc: ReportDocument): PageItem[][] {
    const { height } = this.#size;
    const half = this.#width / 2;
    const line = (raw: string, y: number, align: 'left' | 'right'): PageItem => ({
      ...{ type: 'text', x: align === 'left' ? MARGIN : MARGIN + half, y, width: half },
      ...{ lines: this.#lines(raw, STYLES.running, half - 8).slice(0, 2), style: STYLES.running },
      ...{ tone: 'muted', align, bookmark: null },
    });
    return this.#pages.map((items, index) => [
      line(doc.title, 30, 'left'),
      ...(doc.classification ? [line(doc.classification, 30, 'right')] : []),
      { type: 'box', x: MARGIN, y: 56, width: this.#width, height: 0.5, fill: 'line' },
      ...items,
      line(`Generated ${reportTime(doc.generatedAt)}`, height - 44, 'left'),
      line(`Page ${index + 1} of ${this.#pages.length}`, height - 44, 'right'),
    ]);
  }
}

function rowHeight(cells: readonly (readonly string[])[]): number {
  const lines = Math.max(...cells.map(({ length }) => length));
  return lines * STYLES.cell.size * LEADING + 2 * CELL_PADDING;
}

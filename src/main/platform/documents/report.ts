/**
 * A document for people, before it takes a form: what `renderPdf` and `renderDocx` take. All of it
 * is text, never markup: nothing in it becomes a link, a field or a formula. Times are texts already,
 * but for the moment it was made at.
 */
export interface ReportDocument {
  readonly title: string;
  readonly subtitle: string | null;
  /** The line at the head of every page: 'Internal', 'Confidential'. */
  readonly classification: string | null;
  /** ms since the epoch; the only time that goes into the file, so that the same input makes the same file. */
  readonly generatedAt: number;
  /** Who made it, and where: the file's properties. */
  readonly author: string | null;
  readonly orientation?: 'portrait' | 'landscape';
  readonly facts: readonly ReportFact[];
  /** Title and facts stand on a page of their own; what is read begins on the next. */
  readonly hasCover?: boolean;
  readonly sections: readonly ReportSection[];
}

export interface ReportFact {
  readonly label: string;
  /** Null is shown as '—'. */
  readonly value: string | null;
}

export interface ReportSection {
  /** Null where its first block is a heading. */
  readonly title: string | null;
  readonly blocks: readonly ReportBlock[];
}

/** Letters that look alike. A link is its text, with its target written out. */
export interface ReportRun {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isCode?: boolean;
}

export type HeadingDepth = 1 | 2 | 3 | 4 | 5 | 6;

export type ReportBlock =
  /** `depth`: of a document's own headings, 1 the highest; without, it is one within a section. */
  | { readonly type: 'heading'; readonly text: string; readonly depth?: HeadingDepth }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'rich'; readonly runs: readonly ReportRun[] }
  | ReportItems
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly ReportBlock[] }
  /** Something that must not be missed: a limitation, a self-approval. */
  | { readonly type: 'note'; readonly text: string }
  | ReportTable;

/** A list whose items hold blocks, lists among them. */
export interface ReportItems {
  readonly type: 'items';
  /** The number of the first; null for bullets. */
  readonly start: number | null;
  readonly items: readonly (readonly ReportBlock[])[];
}

export interface ReportTable {
  readonly type: 'table';
  readonly caption?: string;
  /** `share` is the part of the width that a column takes, against the others. */
  readonly columns: readonly { readonly header: string; readonly share: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Said where there are no rows. */
  readonly empty: string;
}

export const NO_VALUE = '—';

/** 2026-11-21 19:05 UTC: the one way in which documents write a time. */
export function reportTime(ms: number | null): string {
  if (ms === null) return NO_VALUE;
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

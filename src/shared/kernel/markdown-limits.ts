/**
 * What of Markdown may be parsed at all. Its grammar lets a few kilobytes take minutes (a list in a
 * list, a thousand deep; thousands of stars in a row): such a text is shown as it is written.
 */
export const MARKDOWN_LIMITS = {
  characters: 300_000,
  /** Quotes and lists within each other. */
  depth: 24,
  /** Columns that a list item may be indented by. */
  indent: 96,
  /** Stars, underscores, tildes or brackets in a row. */
  run: 64,
  /** In one paragraph: brackets and emphasis that are looked at against each other. */
  marks: 3_000,
  cellsInLine: 200,
} as const;

export type MarkdownFault = 'long' | 'deep' | 'crowded';

export const MARKDOWN_FAULTS: Record<MarkdownFault, string> = {
  long: `It has more than ${MARKDOWN_LIMITS.characters.toLocaleString('en')} characters.`,
  deep: `Its quotes or lists stand within each other more than ${MARKDOWN_LIMITS.depth} deep.`,
  crowded: 'It has more marks in a row, or in one paragraph, than any text needs.',
};

const RUN = new RegExp(`(?:\\*{n}|_{n}|~{n}|\\[{n}|\\]{n}|!{n}|<{n}|\\({n})`.replaceAll('n', '65'));
const MARKS = /[*_~[\]<>`]/g;

/** Why a text is not parsed; null where it may be. */
export function markdownFault(text: string): MarkdownFault | null {
  if (text.length > MARKDOWN_LIMITS.characters) return 'long';
  let marks = 0;
  for (const line of text.split('\n')) {
    const fault = faultOfLine(line);
    if (fault !== null) return fault;
    // An empty line ends a paragraph, and with it all that is still open.
    marks = line.trim() === '' ? 0 : marks + countOf(line, MARKS);
    if (marks > MARKDOWN_LIMITS.marks) return 'crowded';
  }
  return null;
}

function faultOfLine(line: string): MarkdownFault | null {
  const { depth, indent } = containersOf(line);
  if (depth > MARKDOWN_LIMITS.depth) return 'deep';
  if (depth > 0 && indent > MARKDOWN_LIMITS.indent) return 'deep';
  if (line.length <= MARKDOWN_LIMITS.run) return null;
  if (RUN.test(line)) return 'crowded';
  if (countOf(line, /\|/g) > MARKDOWN_LIMITS.cellsInLine) return 'crowded';
  return null;
}

function countOf(line: string, mark: RegExp): number {
  let count = 0;
  for (const _ of line.matchAll(mark)) count++;
  return count;
}

/** Quote and list marks that a line begins with, and the column of what follows them. */
function containersOf(line: string): { depth: number; indent: number } {
  const mark = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  let depth = 0;
  let end = 0;
  while (depth <= MARKDOWN_LIMITS.depth && mark.test(line)) {
    depth++;
    end = mark.lastIndex;
  }
  const indent = [...line.slice(0, end)].reduce((sum, at) => sum + (at === '\t' ? 4 : 1), 0);
  return { depth, indent };
}

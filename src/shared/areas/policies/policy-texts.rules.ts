/** The text of policies: words, and the placeholders that templates are filled by. Pure. */

export interface PlaceholderKind {
  readonly name: string;
  readonly label: string;
  /** What it is filled with, for the page that asks for it. */
  readonly note: string;
}

export const PLACEHOLDERS: readonly PlaceholderKind[] = [
  {
    name: 'workspace.name',
    label: 'Organization',
    note: 'As it is written in contracts',
  },
  { name: 'owner', label: 'Owner', note: 'Answers for the policy' },
  { name: 'approver', label: 'Approver', note: 'Puts it in force' },
  { name: 'effective_date', label: 'Effective date', note: 'The first day it is in force' },
  { name: 'review_date', label: 'Next review', note: 'The day it is read again at the latest' },
  {
    name: 'contact',
    label: 'Contact',
    note: 'Where questions and reports go',
  },
  {
    name: 'sla.critical_hours',
    label: 'Hours for critical alerts',
    note: 'Service level of the workspace',
  },
  {
    name: 'sla.high_hours',
    label: 'Hours for high alerts',
    note: 'Service level of the workspace',
  },
  {
    name: 'sla.medium_hours',
    label: 'Hours for medium alerts',
    note: 'Service level of the workspace',
  },
  {
    name: 'sla.low_hours',
    label: 'Hours for low alerts',
    note: 'Service level of the workspace',
  },
  {
    name: 'retention.alerts',
    label: 'Closed alerts are kept for',
    note: 'Retention of the workspace',
  },
];

/** Kept in the workspace for the next template. */
export const KEPT_PLACEHOLDERS = ['workspace.name', 'contact'] as const;
export const PLACEHOLDER_VALUE_MAX = 200;

export type PlaceholderValues = Readonly<Record<string, string | null | undefined>>;

const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_.]{0,63})\s*\}\}/gi;

/** Names of the placeholders of a text, each once, in the order they first stand in. */
export function placeholdersOf(text: string): string[] {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name]) => (name ?? '').toLowerCase());
  return [...new Set(names)];
}

/**
 * Puts values in place of placeholders, as text: what means something in Markdown is escaped, so that
 * a name cannot become a link, a heading or another placeholder. Without a value one stays as it is.
 */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = values[name.toLowerCase()]?.trim();
    return value ? escapeMarkdown(value) : whole;
  });
}

/**
 * A value as Markdown that shows exactly it, wherever in a line it stands. An address stays one, and
 * leads nowhere else than it says (GFM, autolinks).
 */
export function escapeMarkdown(value: string): string {
  return (
    value
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .slice(0, PLACEHOLDER_VALUE_MAX)
      .toWellFormed()
      .replace(/[\\`*_{}[\]<>#|~&!$^]/g, '\\$&')
      // At the beginning of a line: lists, headings underlined, numbers.
      .replace(/^([-+=])/, '\\$1')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
  );
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu;

/** Words, as a reader counts them: marks and addresses of links are none. */
export function countWords(markdown: string): number {
  const text = markdown.replace(/\]\([^)\n]{0,2000}\)/g, ']').replace(/^[ \t|:-]+$/gm, '');
  let count = 0;
  for (const _ of text.matchAll(WORD)) count++;
  return count;
}

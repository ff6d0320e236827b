import { parseQuery } from '../../../shared/areas/views/query-language.ts';
import { asTyped } from '../../../shared/areas/views/query-print.ts';
import type { StackField } from '../../../shared/areas/views/stacks.contract.ts';

const WILDCARDS = 6;
const PLACEHOLDER = /<[a-z]+>/;

/** The term that narrows a query to one value of a stack; null where the language has none. */
export function termOf(by: StackField, value: string | null): string | null {
  if (by === 'hour' || by === 'weekday')
    return value === null ? null : `${by}:${value.toLowerCase()}`;
  if (by === 'template') return value === null ? null : templateTerm(value);
  if (by === 'title') return value === null ? null : `title:${quoted(value)}`;
  if (value === null) return `${by}:none`;
  if (by === 'severity' || by === 'status' || by === 'verdict')
    return `${by}:${value.toLowerCase()}`;
  if (by === 'assignee') return `assignee:${quoted(value)}`;
  return `${by}:${asTyped(value)}`;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** `failed login from <address>` as `title:"failed login from "*`. */
function templateTerm(template: string): string | null {
  const pieces = template.split(PLACEHOLDER).slice(0, WILDCARDS + 1);
  if (!pieces.some((piece) => /[\p{L}\p{N}]/u.test(piece))) return null;
  return `title:${pieces.map((piece) => (piece === '' ? '' : quoted(piece))).join('*')}`;
}

/** What is typed and a term more; where alternatives are typed, the term belongs to all of them. */
export function withTerm(text: string, term: string): string {
  const typed = text.trim();
  if (typed === '') return term;
  const parsed = parseQuery(typed);
  return parsed.ok && parsed.query.type === 'or' ? `(${typed}) ${term}` : `${typed} ${term}`;
}

import { parseQuery, type QueryNode } from '../../../shared/areas/views/query-language.ts';
import type { QueryError } from '../../../shared/areas/views/query-lexer.ts';

/** What stands in the search box: plain words, a query, or what cannot be read as one. */
export type TypedQuery =
  | { readonly type: 'words'; readonly q: string }
  | { readonly type: 'query'; readonly query: string }
  | { readonly type: 'error'; readonly error: QueryError };

/** Words as they always were stay what the address calls `q`; only what says more is a query. */
export function readTyped(text: string): TypedQuery {
  if (text.trim() === '') return { type: 'words', q: '' };
  const parsed = parseQuery(text);
  if (!parsed.ok) return { type: 'error', error: parsed.error };
  return isWords(parsed.query) && !/\b(?:and|or|not)\b/i.test(text)
    ? { type: 'words', q: text }
    : { type: 'query', query: text };
}

function isWords(node: QueryNode): boolean {
  if (node.type === 'word') return !node.value.isQuoted && node.value.pieces.length === 1;
  return node.type === 'and' && node.nodes.every(isWords);
}

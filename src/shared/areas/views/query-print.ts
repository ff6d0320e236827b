/** A query as text again: what it prints is read back as the same query. */
import type { QueryNode, QueryTerm } from './query-language.ts';
import type { QueryValue } from './query-lexer.ts';

export function printQuery(node: QueryNode): string {
  return printed(node, 'top');
}

function printed(node: QueryNode, place: 'top' | 'or' | 'and' | 'not'): string {
  switch (node.type) {
    case 'word':
      return printValue(node.value);
    case 'term':
      return printTerm(node);
    case 'not':
      return `not ${printed(node.node, 'not')}`;
    case 'and': {
      const text = node.nodes.map((one) => printed(one, 'and')).join(' ');
      return place === 'not' ? `(${text})` : text;
    }
    default: {
      const text = node.nodes.map((one) => printed(one, 'or')).join(' or ');
      return place === 'and' || place === 'not' ? `(${text})` : text;
    }
  }
}

function printTerm({ field, compare, values }: QueryTerm): string {
  const sign = compare === ':' ? ':' : `:${compare}`;
  return `${field}${sign}${values.map(printValue).join(',')}`;
}

function printValue({ pieces, isQuoted }: Pick<QueryValue, 'pieces' | 'isQuoted'>): string {
  return pieces
    .map((piece, n) => (isQuoted && (piece !== '' || n === 0) ? quoted(piece) : piece))
    .join('*');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

const NEEDS_QUOTES = /[\s\p{Cc}(),"*]|^-|^$|^(?:none|me|or|and|not)$/iu;

/** A value as it must be typed to mean just itself. */
export function asTyped(text: string): string {
  return NEEDS_QUOTES.test(text) ? quoted(text) : text;
}

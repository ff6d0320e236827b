/** Text of the query language as tokens with their places. One pass; every character is looked at once or twice. */
import { type Compare, fieldNamed } from './query-fields.ts';

export interface Span {
  /** Place of the first character, and how many. */
  readonly at: number;
  readonly length: number;
}

export interface QueryError extends Span {
  /** What is wrong and what to do. */
  readonly message: string;
  /** What the span would be replaced by, where that is plain. */
  readonly fix?: string;
}

/** A value: its pieces stand around its wildcards, so that `web-*` is ['web-', '']. */
export interface QueryValue extends Span {
  readonly pieces: readonly string[];
  /** Some of it was quoted: no word of it is special. */
  readonly isQuoted: boolean;
}

export type QueryToken =
  | (Span & { readonly type: 'open' | 'close' | 'minus' | 'or' | 'and' | 'not' })
  | (Span & { readonly type: 'word'; readonly value: QueryValue })
  | (Span & {
      readonly type: 'field';
      readonly name: string;
      readonly compare: Compare;
      readonly values: readonly QueryValue[];
    });

export class QueryFailure extends Error {
  readonly error: QueryError;
  constructor(error: QueryError) {
    super(error.message);
    this.error = error;
  }
}

const HEAD = /([a-z][a-z_-]*)(:(?:>=|<=|>|<)?|>=|<=|>|<)/iy;
const SPACE = /[\s\p{Cc}]/u;
const KEYWORDS: Readonly<Record<string, 'or' | 'and' | 'not'>> = {
  or: 'or',
  and: 'and',
  not: 'not',
};
const NAME_MAX = 20;

const isSpace = (character: string | undefined) => character === undefined || SPACE.test(character);

/** @throws QueryFailure */
export function queryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (isSpace(character)) {
      at += 1;
    } else if (character === '(' || character === ')') {
      tokens.push({ type: character === '(' ? 'open' : 'close', at, length: 1 });
      at += 1;
    } else if (character === '-' && !isSpace(text[at + 1]) && text[at + 1] !== ')') {
      tokens.push({ type: 'minus', at, length: 1 });
      at += 1;
    } else {
      const token = fieldAt(text, at) ?? wordAt(text, at);
      tokens.push(token);
      at += token.length;
    }
  }
  return tokens;
}

/** `name:` at this place; undefined where it is rather part of a text (an address, a path). */
function fieldAt(text: string, at: number): QueryToken | undefined {
  HEAD.lastIndex = at;
  const head = HEAD.exec(text);
  const [whole, name = '', sign = ':'] = head ?? [''];
  if (!head || name.length > NAME_MAX) return undefined;
  const isKnown = fieldNamed(name) !== undefined;
  const next = text.slice(at + whole.length, at + whole.length + 2);
  if (!isKnown) {
    if (sign !== ':' || next.startsWith(':') || next === '//') return undefined;
    if (name.length === 1 && /^[\\/]/.test(next)) return undefined;
  }
  const values: QueryValue[] = [];
  let end = at + whole.length;
  for (;;) {
    const value = valueAt(text, end, true);
    values.push(value);
    end = value.at + value.length;
    if (text[end] !== ',') break;
    end += 1;
  }
  const compare = (sign.replace(/^:(?=.)/, '') || ':') as Compare;
  return { type: 'field', at, length: end - at, name, compare, values };
}

function wordAt(text: string, at: number): QueryToken {
  const value = valueAt(text, at, false);
  const word =
    value.isQuoted || value.pieces.length > 1 ? '' : (value.pieces[0] ?? '').toLowerCase();
  const type = Object.hasOwn(KEYWORDS, word) ? KEYWORDS[word] : undefined;
  const { length } = value;
  return type ? { type, at, length } : { type: 'word', at, length, value };
}

/** Up to white space, a bracket or (in a list) a comma; quoted parts are taken as they are. */
function valueAt(text: string, from: number, isListed: boolean): QueryValue {
  const pieces = [''];
  let isQuoted = false;
  let at = from;
  const add = (part: string) => {
    pieces[pieces.length - 1] += part;
  };
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isSpace(character) || character === '(' || character === ')') break;
    if (isListed && character === ',') break;
    if (character === '*') {
      // Two wildcards side by side mean one.
      if (!(pieces.length > 1 && pieces.at(-1) === '' && text[at - 1] === '*')) pieces.push('');
    } else if (character === '"') {
      const quoted = quotedAt(text, at);
      add(quoted.text);
      isQuoted = true;
      at += quoted.length - 1;
    } else add(character);
  }
  return { pieces, isQuoted, at: from, length: at - from };
}

function quotedAt(text: string, at: number): { text: string; length: number } {
  const parts: string[] = [];
  for (let end = at + 1; end < text.length; end += 1) {
    const character = text[end] ?? '';
    if (character === '"') return { text: parts.join(''), length: end - at + 1 };
    const next = text[end + 1];
    if (character === '\\' && (next === '"' || next === '\\')) {
      parts.push(next);
      end += 1;
    } else parts.push(isSpace(character) ? ' ' : character);
  }
  throw new QueryFailure({
    message: 'This quotation mark is not closed. Add one at the end of the text, or remove it.',
    at,
    length: text.length - at,
  });
}

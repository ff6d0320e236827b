/**
 * Patterns of STIX 2.1 (section 9): comparisons of one observation, joined by AND and OR, and several
 * observations joined by OR. Whatever else is named, not guessed. Linear; lengths and numbers bounded.
 */

export interface Comparison {
  /** 'ipv4-addr:value', 'file:hashes.MD5', without quotes. */
  readonly path: string;
  readonly value: string;
  /** Those with the same number belong to one observation and are joined by AND. */
  readonly group: number;
}

export type ReadPattern =
  | { readonly type: 'read'; readonly comparisons: readonly Comparison[] }
  | { readonly type: 'unsupported'; readonly what: string };

const LIMITS = { pattern: 100_000, comparisons: 5_000, value: 5_000 } as const;

type Token =
  | { readonly type: 'open' | 'close' | 'begin' | 'end' | 'comma' }
  | { readonly type: 'operator' | 'word' | 'string' | 'path' | 'number'; readonly text: string };

const TOKEN =
  /\s+|(?<string>[hbt]?'(?:[^'\\]|\\.){0,5000}')|(?<path>[a-z][a-z\d-]{1,100}:[\w-]{1,100}(?:\.(?:[\w-]{1,100}|'[^'\n]{1,200}')|\[(?:\d{1,6}|\*)\]){0,20})|(?<number>-?\d{1,20}(?:\.\d{1,20})?)|(?<word>[A-Za-z]{1,20})|(?<operator>!=|<=|>=|==|[=<>])|(?<mark>[[\](),])/gsy;

const MARKS: Readonly<Record<string, 'open' | 'close' | 'begin' | 'end' | 'comma'>> = {
  '[': 'begin',
  ']': 'end',
  '(': 'open',
  ')': 'close',
  ',': 'comma',
};

function tokensOf(pattern: string): Token[] | null {
  const tokens: Token[] = [];
  let read = 0;
  for (const match of pattern.matchAll(new RegExp(TOKEN.source, 'gsy'))) {
    read = match.index + match[0].length;
    const { string, path, number, word, operator, mark } = match.groups ?? {};
    if (string !== undefined) tokens.push({ type: 'string', text: unquoted(string) });
    else if (path !== undefined) tokens.push({ type: 'path', text: path.replace(/'/g, '') });
    else if (number !== undefined) tokens.push({ type: 'number', text: number });
    else if (word !== undefined) tokens.push({ type: 'word', text: word });
    else if (operator !== undefined) tokens.push({ type: 'operator', text: operator });
    else if (mark !== undefined) tokens.push({ type: MARKS[mark] ?? 'comma' });
  }
  return read === pattern.length ? tokens : null;
}

const unquoted = (text: string) =>
  text.slice(text.indexOf("'") + 1, -1).replace(/\\([\s\S])/g, '$1');

/** A network is a subset of itself; of others it says the same for our purpose. */
const EQUAL: ReadonlySet<string> = new Set(['=', '==', 'ISSUBSET']);

class Stop extends Error {}

class Reader {
  readonly comparisons: Comparison[] = [];
  readonly #tokens: readonly Token[];
  #at = 0;
  #group = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  pattern(): void {
    for (;;) {
      this.#observation();
      const next = this.#next();
      if (!next) return;
      if (next.type === 'word' && next.text.toUpperCase() === 'OR') continue;
      if (next.type === 'word') throw new Stop(`${next.text.toUpperCase()} of observations`);
      throw new Stop('a pattern that is not well formed');
    }
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #observation(): void {
    const begin = this.#next();
    if (begin?.type === 'open') throw new Stop('observations in brackets');
    if (begin?.type !== 'begin') throw new Stop('a pattern that is not well formed');
    this.#group++;
    let depth = 0;
    for (;;) {
      while (this.#peek()?.type === 'open') {
        this.#at++;
        depth++;
      }
      this.#comparison();
      while (this.#peek()?.type === 'close' && depth > 0) {
        this.#at++;
        depth--;
      }
      const next = this.#next();
      if (next?.type === 'end' && depth === 0) return;
      const join = next?.type === 'word' ? next.text.toUpperCase() : '';
      if (join === 'OR') this.#group++;
      else if (join !== 'AND') throw new Stop('a pattern that is not well formed');
    }
  }

  #comparison(): void {
    const path = this.#next();
    if (path?.type === 'word') throw new Stop(`comparison with ${path.text.toUpperCase()}`);
    if (path?.type !== 'path') throw new Stop('a pattern that is not well formed');
    const operator = this.#next();
    if (operator?.type !== 'operator' && operator?.type !== 'word')
      throw new Stop('a pattern that is not well formed');
    const name = operator.text.toUpperCase();
    if (name !== 'IN' && !EQUAL.has(name)) throw new Stop(`comparison with ${name}`);
    if (name === 'IN') this.#list(path.text);
    else this.#take(path.text, this.#group);
  }

  #list(path: string): void {
    if (this.#next()?.type !== 'open') throw new Stop('a pattern that is not well formed');
    for (;;) {
      this.#take(path, this.#group++);
      const next = this.#next();
      if (next?.type === 'close') return;
      if (next?.type !== 'comma') throw new Stop('a pattern that is not well formed');
    }
  }

  #take(path: string, group: number): void {
    const value = this.#next();
    if (value?.type !== 'string' && value?.type !== 'number')
      throw new Stop('a pattern that is not well formed');
    if (this.comparisons.length >= LIMITS.comparisons)
      throw new Stop('a pattern of more than 5,000 comparisons');
    this.comparisons.push({ path, value: value.text, group });
  }
}

export function readPattern(pattern: string): ReadPattern {
  if (pattern.length > LIMITS.pattern)
    return { type: 'unsupported', what: 'a pattern of more than 100,000 characters' };
  const tokens = tokensOf(pattern);
  if (tokens === null || tokens.length === 0)
    return { type: 'unsupported', what: 'a pattern that is not well formed' };
  const reader = new Reader(tokens);
  try {
    reader.pattern();
  } catch (error) {
    if (error instanceof Stop) return { type: 'unsupported', what: error.message };
    throw error;
  }
  return { type: 'read', comparisons: reader.comparisons };
}

export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

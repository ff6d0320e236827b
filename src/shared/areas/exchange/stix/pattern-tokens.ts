/** Words of a STIX pattern. Linear; lengths are bounded. */

export interface PatternToken {
  readonly type: 'string' | 'hex' | 'binary' | 'timestamp' | 'path' | 'number' | 'word' | 'mark';
  /** Of strings without quotes and escapes; of marks the mark. */
  readonly text: string;
  readonly at: number;
}

/** More is no pattern of a person. */
export const PATTERN_MAX = 100_000;

const TOKEN =
  /\s+|\/\*[^*]{0,10000}\*\/|(?<kind>[hbt]?)'(?<string>(?:[^'\\]|\\[\s\S]){0,20000})'|(?<path>[a-zA-Z][a-zA-Z\d-]{1,249}:(?:[\w-]{1,250}|'(?:[^'\\]|\\[\s\S]){1,250}')(?:\.(?:[\w-]{1,250}|'(?:[^'\\]|\\[\s\S]){1,250}')|\[(?:\d{1,6}|\*)\]){0,20})|(?<number>[-+]?\d{1,30}(?:\.\d{1,30})?)|(?<word>[A-Za-z_]{1,20})|(?<mark>!=|<=|>=|<>|==|[=<>[\](),])/gsy;

const KINDS = { '': 'string', h: 'hex', b: 'binary', t: 'timestamp' } as const;

const unescaped = (text: string) => text.replace(/\\([\s\S])/g, '$1');

/** Null where something is none of the grammar's; then `at` says where. */
export function patternTokens(
  pattern: string,
): { readonly tokens: readonly PatternToken[] } | { readonly at: number } {
  const tokens: PatternToken[] = [];
  let read = 0;
  for (const match of pattern.matchAll(new RegExp(TOKEN.source, 'gsy'))) {
    const at = match.index;
    read = at + match[0].length;
    const { kind, string, path, number, word, mark } = match.groups ?? {};
    if (string !== undefined)
      tokens.push({ type: KINDS[(kind ?? '') as keyof typeof KINDS], text: unescaped(string), at });
    else if (path !== undefined)
      tokens.push({
        type: 'path',
        text: unescaped(path.replace(/'((?:[^'\\]|\\[\s\S])*)'/g, '$1')),
        at,
      });
    else if (number !== undefined) tokens.push({ type: 'number', text: number, at });
    else if (word !== undefined) tokens.push({ type: 'word', text: word, at });
    else if (mark !== undefined) tokens.push({ type: 'mark', text: mark, at });
  }
  return read === pattern.length ? { tokens } : { at: read };
}

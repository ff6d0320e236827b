/**
 * Reads a pattern of STIX 2.1 (section 9, with its grammar): comparisons with all operators, AND and OR
 * within an observation; AND, OR and FOLLOWEDBY between them; WITHIN, REPEATS and START … STOP.
 *
 * Defences: linear; at most 100,000 characters, 5,000 comparisons, brackets 64 deep.
 */
import {
  COMPARATORS,
  type Comparator,
  type ComparisonNode,
  type ObservationNode,
  type ParsedPattern,
  type PatternValue,
  type Qualifier,
} from './pattern.types.ts';
import { PATTERN_MAX, type PatternToken, patternTokens } from './pattern-tokens.ts';

const COMPARISONS_MAX = 5_000;
const DEPTH_MAX = 64;
const VALUES_MAX = 5_000;

const SIGNS: Readonly<Record<string, Comparator>> = { '==': '=', '<>': '!=' };
const TEXT_OPERATORS: ReadonlySet<string> = new Set(['LIKE', 'MATCHES', 'ISSUBSET', 'ISSUPERSET']);

class Malformed extends Error {
  readonly at: number;
  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
  }
}

class PatternReader {
  readonly #tokens: readonly PatternToken[];
  readonly #end: number;
  #at = 0;
  #depth = 0;
  #comparisons = 0;

  constructor(tokens: readonly PatternToken[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  whole(): ObservationNode {
    const pattern = this.#followed();
    if (this.#at < this.#tokens.length) throw this.#wrong('the end, AND, OR or FOLLOWEDBY');
    return pattern;
  }

  #followed(): ObservationNode {
    return this.#joined('followed-by', 'FOLLOWEDBY', () =>
      this.#joined('or', 'OR', () => this.#joined('and', 'AND', () => this.#observation())),
    );
  }

  #joined(
    type: 'and' | 'or' | 'followed-by',
    word: string,
    part: () => ObservationNode,
  ): ObservationNode {
    const parts = [part()];
    while (this.#takeWord(word)) parts.push(part());
    const [only] = parts;
    return parts.length === 1 && only ? only : { type, parts, qualifiers: [] };
  }

  #observation(): ObservationNode {
    if (this.#takeMark('(')) {
      const inner = this.#deeper(() => this.#followed());
      this.#expectMark(')');
      return { ...inner, qualifiers: [...inner.qualifiers, ...this.#qualifiers()] };
    }
    this.#expectMark('[');
    const comparison = this.#comparisonOr();
    this.#expectMark(']');
    return { type: 'observation', comparison, qualifiers: this.#qualifiers() };
  }

  #qualifiers(): Qualifier[] {
    const qualifiers: Qualifier[] = [];
    for (;;) {
      if (this.#takeWord('WITHIN')) {
        const seconds = Number(this.#take('number', 'a number of seconds').text);
        this.#expectWord('SECONDS');
        qualifiers.push({ type: 'within', seconds });
      } else if (this.#takeWord('REPEATS')) {
        const times = Number(this.#take('number', 'a number of times').text);
        this.#expectWord('TIMES');
        qualifiers.push({ type: 'repeats', times });
      } else if (this.#takeWord('START')) {
        const start = this.#take('timestamp', 'a timestamp').text;
        this.#expectWord('STOP');
        qualifiers.push({
          type: 'between',
          start,
          stop: this.#take('timestamp', 'a timestamp').text,
        });
      } else return qualifiers;
      if (qualifiers.length > DEPTH_MAX) throw this.#wrong('fewer qualifiers');
    }
  }

  #comparisonOr(): ComparisonNode {
    return this.#comparisonsOf('or', 'OR', () =>
      this.#comparisonsOf('and', 'AND', () => this.#comparison()),
    );
  }

  #comparisonsOf(type: 'and' | 'or', word: string, part: () => ComparisonNode): ComparisonNode {
    const parts = [part()];
    while (this.#takeWord(word)) parts.push(part());
    const [only] = parts;
    return parts.length === 1 && only ? only : { type, parts };
  }

  #comparison(): ComparisonNode {
    if (++this.#comparisons > COMPARISONS_MAX) throw this.#wrong('at most 5,000 comparisons');
    if (this.#takeMark('(')) {
      const inner = this.#deeper(() => this.#comparisonOr());
      this.#expectMark(')');
      return inner;
    }
    const isNegatedBefore = this.#takeWord('NOT');
    if (this.#takeWord('EXISTS')) {
      const { text: path } = this.#take('path', 'an object path');
      return {
        type: 'comparison',
        path,
        operator: 'EXISTS',
        isNegated: isNegatedBefore,
        values: [],
      };
    }
    const { text: path } = this.#take('path', 'an object path');
    const isNegated = this.#takeWord('NOT') !== isNegatedBefore;
    const operator = this.#operator();
    const values = operator === 'IN' ? this.#set() : [this.#value(operator)];
    return { type: 'comparison', path, operator, isNegated, values };
  }

  #operator(): Comparator {
    const token = this.#tokens[this.#at++];
    const written = token?.text.toUpperCase() ?? '';
    const known = SIGNS[written] ?? written;
    const operator = COMPARATORS.find((one) => one === known && one !== 'EXISTS');
    if (!operator || (token?.type !== 'mark' && token?.type !== 'word'))
      throw this.#wrong('an operator', -1);
    return operator;
  }

  #set(): PatternValue[] {
    this.#expectMark('(');
    const values = [this.#value('IN')];
    while (this.#takeMark(',')) {
      values.push(this.#value('IN'));
      if (values.length > VALUES_MAX) throw this.#wrong('at most 5,000 values');
    }
    this.#expectMark(')');
    return values;
  }

  #value(operator: Comparator): PatternValue {
    const token = this.#tokens[this.#at++];
    if (
      token?.type === 'word' &&
      /^(?:true|false)$/i.test(token.text) &&
      !TEXT_OPERATORS.has(operator)
    )
      return { type: 'boolean', text: token.text.toLowerCase() as 'true' | 'false' };
    const isText = token?.type === 'string';
    if (!token || token.type === 'word' || token.type === 'mark' || token.type === 'path')
      throw this.#wrong('a value', -1);
    if (TEXT_OPERATORS.has(operator) && !isText) throw this.#wrong('a string', -1);
    return { type: token.type, text: token.text };
  }

  #deeper<R>(read: () => R): R {
    if (++this.#depth > DEPTH_MAX) throw this.#wrong('fewer brackets');
    const result = read();
    this.#depth--;
    return result;
  }

  #take(type: PatternToken['type'], expected: string): PatternToken {
    const token = this.#tokens[this.#at++];
    if (token?.type !== type) throw this.#wrong(expected, -1);
    return token;
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.type !== 'word' || token.text.toUpperCase() !== word) return false;
    this.#at++;
    return true;
  }

  #expectWord(word: string): void {
    if (!this.#takeWord(word)) throw this.#wrong(word);
  }

  #takeMark(mark: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.type !== 'mark' || token.text !== mark) return false;
    this.#at++;
    return true;
  }

  #expectMark(mark: string): void {
    if (!this.#takeMark(mark)) throw this.#wrong(`'${mark}'`);
  }

  #wrong(expected: string, back = 0): Malformed {
    return new Malformed(this.#tokens[this.#at + back]?.at ?? this.#end, expected);
  }
}

/** Never throws. */
export function parsePattern(text: string): ParsedPattern {
  if (text.length > PATTERN_MAX)
    return { type: 'malformed', at: PATTERN_MAX, expected: 'at most 100,000 characters' };
  const read = patternTokens(text);
  if ('at' in read) return { type: 'malformed', at: read.at, expected: 'a word of the grammar' };
  try {
    return { type: 'parsed', pattern: new PatternReader(read.tokens, text.length).whole() };
  } catch (error) {
    if (error instanceof Malformed)
      return { type: 'malformed', at: error.at, expected: error.message };
    throw error;
  }
}

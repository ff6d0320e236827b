/**
 * The query language of the queue:
 *
 *     severity:critical host:web-* not status:resolved (tech:T1021 or "port scan") -after:2026-01-01
 *
 * Side by side means and; `or` is weaker; `not` or `-` turns the next one round. Pure, linear in the
 * length of the text, bounded in what it accepts; the one parser of page and core.
 */
import {
  type Compare,
  choiceOf,
  FIELD_NAMES,
  type FieldName,
  fieldNamed,
  fieldOf,
  nearest,
} from './query-fields.ts';
import {
  type QueryError,
  QueryFailure,
  type QueryToken,
  type QueryValue,
  queryTokens,
  type Span,
} from './query-lexer.ts';
import { isWrittenTime, isZone, spanMs } from './query-times.ts';

export const QUERY_LENGTH = 2_000;
const DEPTH = 20;
/** Settled, a word such as `overdue` is brackets of its own. */
const SETTLED_DEPTH = 6;
/** Values and words in one query. */
const TERMS = 200;
/** A settled query is longer than it was typed: ids and moments stand for names and days. */
const SETTLED_TIMES = 12;
const VALUE_LENGTH = 500;
const WILDCARDS = 6;

export type QueryNode =
  | { readonly type: 'and' | 'or'; readonly nodes: readonly QueryNode[] }
  | { readonly type: 'not'; readonly node: QueryNode }
  | { readonly type: 'word'; readonly value: QueryValue }
  | QueryTerm;

/** `values` in canonical words where the field has a choice of them; any of them will do. */
export interface QueryTerm extends Span {
  readonly type: 'term';
  readonly field: FieldName;
  readonly compare: Compare;
  readonly values: readonly QueryValue[];
}

export type ParsedQuery =
  | { readonly ok: true; readonly query: QueryNode }
  | { readonly ok: false; readonly error: QueryError };

/** Means every alert. */
export const EVERYTHING: QueryNode = { type: 'and', nodes: [] };

/** @param isSettled It was typed shorter. */
export function parseQuery(text: string, isSettled = false): ParsedQuery {
  const times = isSettled ? SETTLED_TIMES : 1;
  const most = QUERY_LENGTH * times;
  try {
    if (text.length > most) {
      const message = `A query has at most ${most} characters, this one has ${text.length}. Shorten it.`;
      throw new QueryFailure({ message, at: most, length: text.length - most });
    }
    return { ok: true, query: new Parser(queryTokens(text), text.length, times).parse() };
  } catch (thrown) {
    if (thrown instanceof QueryFailure) return { ok: false, error: thrown.error };
    throw thrown;
  }
}

class Parser {
  readonly #tokens: readonly QueryToken[];
  readonly #end: number;
  readonly #most: number;
  readonly #depth: number;
  #place = 0;
  #terms = 0;

  constructor(tokens: readonly QueryToken[], end: number, times: number) {
    this.#tokens = tokens;
    this.#end = end;
    this.#most = TERMS * times;
    this.#depth = DEPTH + (times > 1 ? SETTLED_DEPTH : 0);
  }

  parse(): QueryNode {
    if (this.#tokens.length === 0) return EVERYTHING;
    const query = this.#or(0);
    const left = this.#peek();
    if (left) fail('There is no opening bracket to this one. Remove it, or add "(" before.', left);
    return query;
  }

  #peek(): QueryToken | undefined {
    return this.#tokens[this.#place];
  }

  #take(type: QueryToken['type']): QueryToken | undefined {
    const token = this.#peek();
    if (token?.type !== type) return undefined;
    this.#place += 1;
    return token;
  }

  #or(depth: number): QueryNode {
    const nodes = [this.#and(depth)];
    while (this.#take('or')) nodes.push(this.#and(depth));
    return joined('or', nodes);
  }

  #and(depth: number): QueryNode {
    const nodes = [this.#one(depth)];
    for (;;) {
      const token = this.#peek();
      if (!token || token.type === 'close' || token.type === 'or') break;
      this.#take('and');
      nodes.push(this.#one(depth));
    }
    return joined('and', nodes);
  }

  #one(depth: number): QueryNode {
    const token = this.#peek();
    if (!token) return this.#missing();
    if (depth > this.#depth)
      fail(`Brackets and "not" go ${DEPTH} deep at most. Take some of them away.`, token);
    this.#place += 1;
    switch (token.type) {
      case 'not':
      case 'minus':
        return { type: 'not', node: this.#one(depth + 1) };
      case 'open':
        return this.#bracket(token, depth + 1);
      case 'word':
        this.#count(token, 1);
        return { type: 'word', value: checkWord(token.value) };
      case 'field':
        this.#count(token, token.values.length);
        return termOf(token);
      case 'close':
        return fail('Something is missing before this bracket, or it is one too many.', token);
      default:
        return fail(
          `Something is missing before "${token.type}". To search for the word itself, write "${token.type}" in quotation marks.`,
          token,
        );
    }
  }

  #bracket(open: Span, depth: number): QueryNode {
    const query = this.#or(depth);
    if (!this.#take('close')) fail('This bracket is not closed. Add ")" at its end.', open);
    return query;
  }

  #missing(): never {
    const before = this.#tokens.at(-1);
    const at = before ? before.at : this.#end;
    const word =
      before?.type === 'open'
        ? 'the bracket'
        : `"${before?.type === 'minus' ? '-' : before?.type}"`;
    return fail(`Something is missing after ${word}. Add what to search for.`, {
      at,
      length: this.#end - at,
    });
  }

  #count(token: Span, terms: number): void {
    this.#terms += terms;
    if (this.#terms > this.#most)
      fail(`A query has at most ${this.#most} words and values. Take some of them away.`, token);
  }
}

function fail(message: string, { at, length }: Span, fix?: string): never {
  throw new QueryFailure({ message, at, length, ...(fix === undefined ? {} : { fix }) });
}

function joined(type: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode {
  const [only] = nodes;
  if (nodes.length === 1 && only) return only;
  return { type, nodes: nodes.flatMap((node) => (node.type === type ? node.nodes : [node])) };
}

const HAS_TOKEN = /[\p{L}\p{N}]/u;

function checkValue(value: QueryValue): void {
  if (value.length > VALUE_LENGTH) fail(`A value has at most ${VALUE_LENGTH} characters.`, value);
  if (value.pieces.length - 1 > WILDCARDS)
    fail(`A value has at most ${WILDCARDS} wildcards.`, value);
}

function checkWord(value: QueryValue): QueryValue {
  checkValue(value);
  if (!value.pieces.some((piece) => HAS_TOKEN.test(piece)))
    fail('There is no letter or digit here to search for. Remove it, or add some.', value);
  return value;
}

function termOf(token: Extract<QueryToken, { type: 'field' }>): QueryTerm {
  const field = fieldNamed(token.name);
  if (field === undefined) return unknownField(token);
  const { kind, order, isCompared, example } = fieldOf(field);
  if (token.compare !== ':' && !order && !isCompared)
    fail(`${field} cannot be compared by ${token.compare}. Write it like ${example}.`, token);
  const [first] = token.values;
  if (token.compare !== ':' && token.values.length > 1)
    fail(`${token.compare} takes one value. Remove the others.`, token);
  for (const value of token.values) {
    checkValue(value);
    if (value.pieces.length === 1 && value.pieces[0] === '' && !value.isQuoted) {
      const where = value === first ? 'right after it' : 'after the comma';
      fail(`${field}: has no value. Write one ${where}, like ${example}.`, token);
    }
  }
  const values = token.values.map((value) => CHECKS[kind](field, value));
  return {
    type: 'term',
    field,
    compare: token.compare,
    values,
    at: token.at,
    length: token.length,
  };
}

function unknownField({ name, at }: { name: string; at: number }): never {
  const guess = nearest(name, FIELD_NAMES);
  const help = guess
    ? `Did you mean ${guess}?`
    : `Fields are ${FIELD_NAMES.slice(0, 8).join(', ')} and others.`;
  return fail(
    `There is no field "${name}". ${help} To search for it as text, put it in quotation marks.`,
    { at, length: name.length },
    guess,
  );
}

type Check = (field: FieldName, value: QueryValue) => QueryValue;
type Kind = ReturnType<typeof fieldOf>['kind'];

const isPlain = (value: QueryValue) => value.pieces.length === 1;
const textOf = (value: QueryValue) => value.pieces.join('*');

function chosen(field: FieldName, value: QueryValue): QueryValue {
  const { choices = {} } = fieldOf(field);
  const typed = textOf(value);
  const word = isPlain(value) ? choiceOf(fieldOf(field), typed) : undefined;
  if (word !== undefined) return { ...value, pieces: [word], isQuoted: false };
  const words = Object.keys(choices);
  const all = Object.entries(choices).flatMap(([name, others]) => [name, ...others]);
  const near = nearest(typed, all);
  const guess = near && choiceOf(fieldOf(field), near);
  const help = guess ? `Did you mean ${guess}?` : `It is one of ${words.join(', ')}.`;
  return fail(`${field} cannot be "${typed}". ${help}`, value, guess);
}

/** What each kind of field accepts; choices become their canonical word. */
const CHECKS: Readonly<Record<Kind, Check>> = {
  choice: chosen,
  wall(field, value) {
    const [typed = '', zone] = isPlain(value) ? textOf(value).split('@') : [textOf(value)];
    if (zone === undefined) return chosen(field, value);
    if (!isZone(zone)) return fail(`"${zone}" is no time zone, such as Europe/Berlin.`, value);
    const { pieces } = chosen(field, { ...value, pieces: [typed] });
    return { ...value, pieces: [`${pieces[0]}@${zone}`], isQuoted: false };
  },
  text: (_, value) => value,
  address(field, value) {
    const typed = textOf(value);
    if (typed.includes('/') && isPlain(value) && networkOf(typed) === null)
      fail(
        `"${typed}" is no network. Write it like ${field}:10.0.0.0/8 or ${field}:2001:db8::/32.`,
        value,
      );
    return value;
  },
  words: (_, value) => checkWord(value),
  time(field, value) {
    if (isPlain(value) && isWrittenTime(textOf(value))) return value;
    const typed = textOf(value);
    return fail(
      `"${typed}" is no time. Write ${field}:2026-01-31, ${field}:2026-01-31T14:30 or ${field}:today.`,
      value,
    );
  },
  span(field, value) {
    if (isPlain(value) && spanMs(textOf(value)) !== undefined) return value;
    return fail(
      `"${textOf(value)}" is no length of time. Write ${field}:30m, ${field}:24h, ${field}:7d or ${field}:2w.`,
      value,
    );
  },
  id(field, value) {
    if (isPlain(value)) return value;
    return fail(
      `${field} takes no wildcards. Write the whole ${field === 'group' ? 'key' : 'id'}.`,
      value,
    );
  },
};

export interface Network {
  /** 4 or 16 bytes, and how many bits of them count. */
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** `10.0.0.0/8` or `2001:db8::/32`; null where it is none. */
export function networkOf(text: string): Network | null {
  const [, address = '', bits = ''] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  const bytes = addressBytes(address);
  if (!bytes || bits === '' || Number(bits) > bytes.length * 8) return null;
  return { bytes, bits: Number(bits) };
}

/** An address as 4 or 16 bytes; null where it is none. IPv6 by RFC 4291, section 2.2. */
function addressBytes(text: string): number[] | null {
  if (text.length > 45) return null;
  if (!text.includes(':')) return bytesOfIpv4(text);
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const last = tail ? bytesOfIpv4(tail[2] ?? '') : [];
  if (last === null) return null;
  const head = tail ? (tail[1] ?? '').replace(/([^:]):$/, '$1') : text;
  const halves = head.split('::');
  if (halves.length > 2) return null;
  const [front, back] = halves.map((half) => bytesOfGroups(half));
  if (front === null || back === null || front === undefined) return null;
  const known = front.length + (back?.length ?? 0) + last.length;
  if (halves.length === 1) return known === 16 ? [...front, ...last] : null;
  if (known > 14) return null;
  return [...front, ...new Array<number>(16 - known).fill(0), ...(back ?? []), ...last];
}

function bytesOfIpv4(text: string): number[] | null {
  const parts = text.split('.');
  const isAll =
    parts.length === 4 &&
    parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isAll ? parts.map(Number) : null;
}

function bytesOfGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return groups.flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ]);
}

/** Whether an address lies in a network; false for what is no address. */
export function isInNetwork(address: string, { bytes, bits }: Network): boolean {
  const own = addressBytes(address);
  if (own?.length !== bytes.length) return false;
  const whole = bits >> 3;
  for (let n = 0; n < whole; n += 1) if (own[n] !== bytes[n]) return false;
  const rest = bits & 7;
  const mask = 0xff << (8 - rest);
  return rest === 0 || ((own[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
}

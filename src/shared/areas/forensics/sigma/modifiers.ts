/**
 * Value modifiers (modifiers appendix 2.1.0): the chain behind a field's name turns each value into what
 * is asked of the event, in the order in which they stand.
 */

import { parseCidr } from './cidr.ts';
import { base64, base64Offsets, utf8, utf16 } from './encodings.ts';
import { withPlaceholders } from './placeholders.ts';
import type {
  Comparison,
  FieldTest,
  Piece,
  Place,
  TimePart,
  ValueTest,
  YamlNode,
} from './sigma.types.ts';
import { invalid, quoted, unsupported } from './sigma-problem.ts';
import { parseText, placed, plainText, withDashes } from './sigma-text.ts';
import { LIMITS, readScalar, type Scalar } from './yaml-tree.ts';

export type Placeholders = Readonly<Record<string, readonly string[]>>;

const PLACES: Readonly<Record<string, Place>> = {
  contains: 'contains',
  startswith: 'starts',
  endswith: 'ends',
};
const COMPARISONS = new Set(['lt', 'lte', 'gt', 'gte']);
const TIME_PARTS = new Set(['minute', 'hour', 'day', 'week', 'month', 'year']);
const ENCODINGS = new Set(['base64', 'base64offset', 'wide', 'utf16le', 'utf16be', 'utf16']);
const KINDS = new Set(['re', 'cidr', 'fieldref', 'exists']);
const FLAGS = new Set(['i', 'm', 's']);
const OTHERS = new Set(['all', 'neq', 'cased', 'windash', 'expand']);

/** A modifier chain, sorted out. */
interface Chain {
  readonly every: boolean;
  readonly negated: boolean;
  readonly cased: boolean;
  readonly expand: boolean;
  readonly kind: 're' | 'cidr' | 'fieldref' | 'exists' | 'compare' | 'text';
  readonly place: Place;
  readonly flags: string;
  readonly op: Comparison;
  readonly part: TimePart | null;
  /** Encodings and windash, in their order. */
  readonly turns: readonly string[];
}

/** `field|modifier|modifier: values` as what it asks of an event. */
export function readFieldTest(key: string, value: YamlNode, placeholders: Placeholders): FieldTest {
  const [field = '', ...modifiers] = key.split('|').map((part) => part.trim());
  const chain = readChain(modifiers, quoted(key));
  const nodes = value.type === 'list' ? value.items : [value];
  if (nodes.length === 0) throw invalid(`${quoted(key)} has no values`);
  const values = nodes.map((node) =>
    readValue(readScalar(node, quoted(key)), chain, quoted(key), placeholders),
  );
  const isKeyword = field === '';
  if (isKeyword) checkKeyword(chain, quoted(key));
  return {
    type: 'test',
    field: isKeyword ? null : field,
    every: chain.every,
    negated: chain.negated,
    values: isKeyword ? values.map(asKeyword) : values,
  };
}

/** A list of texts without a field. */
export function readKeywords(nodes: readonly YamlNode[]): FieldTest {
  const chain = readChain([], 'keywords');
  const values = nodes.map((node) =>
    asKeyword(readValue(readScalar(node, 'a keyword'), chain, 'a keyword', {})),
  );
  return { type: 'test', field: null, every: false, negated: false, values };
}

/** A keyword may stand anywhere in a value. */
function asKeyword(tests: readonly ValueTest[]): readonly ValueTest[] {
  return tests.map((test) =>
    test.type === 'text' ? { ...test, pieces: placed(test.pieces, 'contains') } : test,
  );
}

function checkKeyword(chain: Chain, key: string): void {
  if (chain.kind === 'fieldref' || chain.kind === 'exists')
    throw invalid(`${key} names no field, so that its modifier has nothing to look at`);
}

function readChain(modifiers: readonly string[], key: string): Chain {
  const seen = new Set<string>();
  for (const modifier of modifiers) {
    checkModifier(modifier, seen, key);
    seen.add(modifier);
  }
  const parts = modifiers.filter((one) => TIME_PARTS.has(one));
  const kinds = modifiers.filter((one) => KINDS.has(one) || COMPARISONS.has(one));
  if (parts.length > 1 || kinds.length > 1)
    throw invalid(`${key} combines modifiers that exclude each other`);
  const kind = kindOf(kinds[0], parts[0]);
  const places = modifiers.flatMap((one) => PLACES[one] ?? []);
  const turns = modifiers.filter((one) => ENCODINGS.has(one) || one === 'windash');
  checkTogether(kind, places, turns, seen, key);
  const [place = 'is'] = places;
  return {
    every: seen.has('all'),
    negated: seen.has('neq'),
    cased: seen.has('cased'),
    expand: seen.has('expand'),
    kind,
    place: places.length > 1 ? 'contains' : place,
    flags: modifiers.filter((one) => FLAGS.has(one)).join(''),
    op: isComparison(kinds[0]) ? kinds[0] : 'eq',
    part: isTimePart(parts[0]) ? parts[0] : null,
    turns,
  };
}

function checkModifier(modifier: string, seen: ReadonlySet<string>, key: string): void {
  const isKnown =
    modifier in PLACES ||
    [COMPARISONS, TIME_PARTS, ENCODINGS, KINDS, FLAGS, OTHERS].some((set) => set.has(modifier));
  if (!isKnown) throw unsupported(`${key}: the modifier ${quoted(modifier)} is not known`);
  if (FLAGS.has(modifier) && !seen.has('re'))
    throw invalid(`${key}: ${quoted(modifier)} belongs behind re`);
  if (seen.has(modifier)) throw invalid(`${key} has ${quoted(modifier)} twice`);
}

function kindOf(kind: string | undefined, part: string | undefined): Chain['kind'] {
  if (kind === 're' || kind === 'cidr' || kind === 'fieldref' || kind === 'exists') return kind;
  return kind !== undefined || part !== undefined ? 'compare' : 'text';
}

function checkTogether(
  kind: Chain['kind'],
  places: readonly Place[],
  turns: readonly string[],
  seen: ReadonlySet<string>,
  key: string,
): void {
  const takesPlaces = kind === 'text' || kind === 'fieldref';
  if (!takesPlaces && places.length > 0)
    throw invalid(`${key}: contains, startswith and endswith are for texts`);
  if (kind !== 'text' && turns.length > 0) throw invalid(`${key}: encodings are for texts`);
  if (kind === 'exists' && (seen.has('all') || seen.has('expand')))
    throw invalid(`${key} combines modifiers that exclude each other`);
  if (seen.has('cased') && kind !== 'text' && kind !== 'fieldref' && kind !== 're')
    throw invalid(`${key}: cased is for texts`);
}

function isComparison(text: string | undefined): text is Comparison {
  return text !== undefined && COMPARISONS.has(text);
}

function isTimePart(text: string | undefined): text is TimePart {
  return text !== undefined && TIME_PARTS.has(text);
}

function readValue(
  scalar: Scalar,
  chain: Chain,
  key: string,
  placeholders: Placeholders,
): readonly ValueTest[] {
  switch (chain.kind) {
    case 'exists':
      return [readExists(scalar, key)];
    case 'compare':
      return [{ type: 'compare', op: chain.op, than: readNumber(scalar, key), part: chain.part }];
    case 'text':
      return readText(scalar, chain, key, placeholders);
    case 're':
    case 'cidr':
    case 'fieldref':
      break;
  }
  if (scalar.type === 'null') throw invalid(`${key} has no value`);
  const texts = chain.expand ? withPlaceholders(scalar.text, placeholders, key) : [scalar.text];
  return texts.map((text) => readKind(text, chain, key));
}

function readKind(text: string, chain: Chain, key: string): ValueTest {
  if (chain.kind === 're') return { type: 'regex', source: text, flags: chain.flags };
  if (chain.kind === 'fieldref') {
    if (text.trim() === '') throw invalid(`${key} names no field to compare with`);
    return { type: 'field', other: text.trim(), place: chain.place, cased: chain.cased };
  }
  if (!parseCidr(text)) throw invalid(`${key}: ${quoted(text)} is no network`);
  return { type: 'cidr', range: text };
}

function readExists(scalar: Scalar, key: string): ValueTest {
  const text = scalar.type === 'null' ? '' : scalar.text.toLowerCase();
  if (text !== 'true' && text !== 'false' && text !== 'yes' && text !== 'no')
    throw invalid(`${key} is neither true nor false`);
  return { type: 'exists', exists: text === 'true' || text === 'yes' };
}

function readNumber(scalar: Scalar, key: string): number {
  const value =
    scalar.type === 'number'
      ? scalar.value
      : scalar.type === 'text' && scalar.text.trim() !== ''
        ? Number(scalar.text)
        : Number.NaN;
  if (!Number.isFinite(value)) throw invalid(`${key} compares with what is no number`);
  return value;
}

function readText(
  scalar: Scalar,
  chain: Chain,
  key: string,
  placeholders: Placeholders,
): readonly ValueTest[] {
  const isBare = chain.place === 'is' && chain.turns.length === 0 && !chain.expand;
  if (scalar.type === 'null') {
    if (!isBare) throw invalid(`${key}: null takes no modifier`);
    return [{ type: 'null' }];
  }
  if (isBare && scalar.type === 'number')
    return spellings(scalar).map((text) => ({
      type: 'text',
      pieces: [{ text }],
      cased: chain.cased,
    }));
  const texts = chain.expand ? withPlaceholders(scalar.text, placeholders, key) : [scalar.text];
  const all = texts.flatMap((text) => turned(parseText(text), chain.turns, key));
  if (all.length > LIMITS.alternatives) throw invalid(`${key} stands for too many values`);
  return all.map((pieces) => ({
    type: 'text',
    pieces: chain.place === 'is' ? pieces : placed(pieces, chain.place),
    cased: chain.cased,
  }));
}

/** A number as the rule spells it, in decimals and in hex, as logs write either. */
function spellings(scalar: { readonly text: string; readonly value: number }): readonly string[] {
  const { text, value } = scalar;
  if (!Number.isSafeInteger(value) || value < 0) return [text];
  return [...new Set([text, String(value), `0x${value.toString(16)}`])];
}

function turned(
  pieces: readonly Piece[],
  turns: readonly string[],
  key: string,
): readonly (readonly Piece[])[] {
  let all: readonly (readonly Piece[])[] = [pieces];
  // What wide made is bytes already; Base64 of a text is that of its UTF-8.
  let isBytes = false;
  for (const turn of turns) {
    const before = isBytes;
    all = all.flatMap((one) =>
      turn === 'windash' ? [withDashes(one)] : encoded(one, turn, before, key),
    );
    isBytes ||= turn !== 'windash';
  }
  return all;
}

function encoded(
  pieces: readonly Piece[],
  turn: string,
  isBytes: boolean,
  key: string,
): readonly (readonly Piece[])[] {
  const text = plainText(pieces);
  if (text === null) throw unsupported(`${key}: a value with wildcards cannot be encoded`);
  if (turn === 'base64') return [[{ text: base64(isBytes ? text : utf8(text)) }]];
  if (turn === 'base64offset')
    return base64Offsets(isBytes ? text : utf8(text)).map((one) => [{ text: one }]);
  const bytes = utf16(text, turn === 'utf16be' ? 'be' : 'le');
  return [[{ text: turn === 'utf16' ? `\xff\xfe${bytes}` : bytes }]];
}

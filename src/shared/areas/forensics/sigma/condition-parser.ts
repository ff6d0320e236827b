/**
 * Conditions (rules specification 2.1.0, 'Condition'): or, and, not, `1 of` and `all of`, brackets, from
 * the least to the most binding.
 */

import type { Condition } from './sigma.types.ts';
import { invalid, quoted, unsupported } from './sigma-problem.ts';
import { LIMITS } from './yaml-tree.ts';

const DEEPEST = 50;
const TOKEN = /\s*([()|]|[^\s()|]+)/gy;

interface Reader {
  readonly tokens: readonly string[];
  readonly names: readonly string[];
  at: number;
  depth: number;
}

/** @throws SigmaProblem */
export function parseCondition(text: string, names: readonly string[]): Condition {
  if (text.length > LIMITS.condition)
    throw invalid(`the condition is longer than ${LIMITS.condition} characters`);
  const tokens = [...text.matchAll(TOKEN)].map((match) => match[1] ?? '');
  if (tokens.length === 0) throw invalid('the condition is empty');
  if (tokens.includes('|'))
    throw unsupported(
      'the condition aggregates behind |, a form that correlations have replaced (Sigma 2)',
    );
  const reader: Reader = { tokens, names, at: 0, depth: 0 };
  const condition = readOr(reader);
  if (reader.at < tokens.length)
    throw invalid(`the condition has ${quoted(tokens[reader.at] ?? '')} where it should end`);
  return condition;
}

function isWord(reader: Reader, word: string): boolean {
  return reader.tokens[reader.at]?.toLowerCase() === word;
}

function readOr(reader: Reader): Condition {
  const items = [readAnd(reader)];
  while (isWord(reader, 'or')) {
    reader.at++;
    items.push(readAnd(reader));
  }
  return joined('or', items);
}

function readAnd(reader: Reader): Condition {
  const items = [readNot(reader)];
  while (isWord(reader, 'and')) {
    reader.at++;
    items.push(readNot(reader));
  }
  return joined('and', items);
}

function joined(type: 'and' | 'or', items: readonly Condition[]): Condition {
  const [only] = items;
  return items.length === 1 && only ? only : { type, items };
}

function readNot(reader: Reader): Condition {
  // Where a selection may stand, a name that the rule defines is that selection.
  const isName = reader.names.includes(reader.tokens[reader.at] ?? '');
  if (!isWord(reader, 'not') || isName) return readTerm(reader);
  reader.at++;
  return deeper(reader, () => ({ type: 'not', item: readNot(reader) }));
}

function deeper(reader: Reader, read: () => Condition): Condition {
  reader.depth++;
  if (reader.depth > DEEPEST) throw invalid('the condition is nested too deeply');
  const condition = read();
  reader.depth--;
  return condition;
}

function readTerm(reader: Reader): Condition {
  const token = reader.tokens[reader.at];
  if (token === undefined) throw invalid('the condition ends where a selection is missing');
  if (token === '(') return readBrackets(reader);
  const next = reader.tokens[reader.at + 1]?.toLowerCase();
  if (next === 'of' && /^(?:\d{1,3}|all|any)$/i.test(token)) return readOf(reader, token);
  reader.at++;
  if (reader.names.includes(token)) return { type: 'name', name: token };
  throw invalid(`the condition names ${quoted(token)}, which the rule does not define`);
}

function readBrackets(reader: Reader): Condition {
  reader.at++;
  const condition = deeper(reader, () => readOr(reader));
  if (reader.tokens[reader.at] !== ')') throw invalid('the condition has an open bracket');
  reader.at++;
  return condition;
}

function readOf(reader: Reader, amount: string): Condition {
  const pattern = reader.tokens[reader.at + 2];
  if (pattern === undefined || pattern === ')' || pattern === '(')
    throw invalid('the condition says how many, and not of what');
  reader.at += 3;
  const names = namesOf(pattern, reader.names);
  if (names.length === 0)
    throw invalid(`the condition names ${quoted(pattern)}, which fits none of the selections`);
  const items = names.map((name): Condition => ({ type: 'name', name }));
  if (/^all$/i.test(amount)) return joined('and', items);
  if (/^(?:any|1)$/i.test(amount)) return joined('or', items);
  return { type: 'least', count: Number(amount), items };
}

/** `them` and patterns leave out what begins with an underscore, unless the pattern begins with one. */
function namesOf(pattern: string, names: readonly string[]): readonly string[] {
  if (names.includes(pattern)) return [pattern];
  const open = names.filter((name) => pattern.startsWith('_') || !name.startsWith('_'));
  if (pattern.toLowerCase() === 'them') return open;
  const parts = pattern.split('*');
  return open.filter((name) => fits(name, parts));
}

/** Whether a name is made of the parts in their order, with anything between them. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/**
 * Many texts of a rule as one question: equality as a set (one rule holds 4,432 values), names of files as
 * a set of what stands behind the last backslash, long lists of parts in one pass.
 */
import { compileGlob } from './glob.ts';
import { GramIndex } from './gram-index.ts';
import type { Piece } from './sigma.types.ts';
import { simplePlace } from './sigma-text.ts';

type TextCheck = (text: string) => boolean;

/** From so many parts on, one pass over the text is cheaper than a search for each. */
const MANY_PARTS = 24;
const MANY_NAMES = 4;

/** @param list pieces, already folded where case does not count. */
export function compileTexts(list: readonly (readonly Piece[])[]): TextCheck {
  const whole = new Set<string>();
  const [starts, ends, parts]: [string[], string[], string[]] = [[], [], []];
  const checks: TextCheck[] = [];
  for (const pieces of list) {
    const simple = simplePlace(pieces);
    if (!simple) checks.push(compileGlob(pieces));
    else if (simple.place === 'is') whole.add(simple.text);
    else if (simple.place === 'starts') starts.push(simple.text);
    else if (simple.place === 'ends') ends.push(simple.text);
    else parts.push(simple.text);
  }
  // What costs least is asked first.
  const cheap = [...wholes(whole), ...endings(ends), ...beginnings(starts), ...inner(parts)];
  return either([...cheap, ...checks]);
}

function either(checks: readonly TextCheck[]): TextCheck {
  const [first, second] = checks;
  if (!first) return () => false;
  if (!second) return first;
  if (checks.length === 2) return (text) => first(text) || second(text);
  return (text) => {
    for (const check of checks) if (check(text)) return true;
    return false;
  };
}

function wholes(texts: ReadonlySet<string>): TextCheck[] {
  const [only] = texts;
  if (only === undefined) return [];
  return texts.size === 1 ? [(text) => text === only] : [(text) => texts.has(text)];
}

function beginnings(texts: readonly string[]): TextCheck[] {
  const [only] = texts;
  if (only === undefined) return [];
  if (texts.length === 1) return [(text) => text.startsWith(only)];
  return [
    (text) => {
      for (const one of texts) if (text.startsWith(one)) return true;
      return false;
    },
  ];
}

function endings(texts: readonly string[]): TextCheck[] {
  const names = texts.filter((text) => text.lastIndexOf('\\') === 0);
  if (names.length < MANY_NAMES) return endingsOf(texts);
  const set = new Set(names);
  const others = texts.filter((text) => text.lastIndexOf('\\') !== 0);
  const byName: TextCheck = (text) => {
    const at = text.lastIndexOf('\\');
    return at >= 0 && set.has(text.slice(at));
  };
  return [byName, ...endingsOf(others)];
}

function endingsOf(texts: readonly string[]): TextCheck[] {
  const [only] = texts;
  if (only === undefined) return [];
  if (texts.length === 1) return [(text) => text.endsWith(only)];
  return [
    (text) => {
      for (const one of texts) if (text.endsWith(one)) return true;
      return false;
    },
  ];
}

function inner(texts: readonly string[]): TextCheck[] {
  const [only] = texts;
  if (only === undefined) return [];
  if (texts.includes('')) return [() => true];
  if (texts.length === 1) return [(text) => text.includes(only)];
  if (texts.length >= MANY_PARTS) {
    const index = new GramIndex(texts.map((text) => [text, null] as const));
    return [(text) => index.has(text)];
  }
  return [
    (text) => {
      for (const one of texts) if (text.includes(one)) return true;
      return false;
    },
  ];
}

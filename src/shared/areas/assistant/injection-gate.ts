/**
 * Finds which of many patterns may begin where, without running one: by the first letters a pattern
 * can begin with, and by words without which it never holds. Leaves nothing out that a pattern would find.
 */

import { createLiteralFinder } from '../../kernel/literals.ts';

/** Letters at which a pattern is looked closer at. */
const FIRST = 3;
const MOST_BEGINNINGS = 2_000;

function joined(heads: ReadonlySet<string>, tails: ReadonlySet<string>): Set<string> {
  const out = new Set<string>();
  for (const head of heads) {
    if (head.length >= FIRST) out.add(head);
    else for (const tail of tails) out.add((head + tail).slice(0, FIRST));
  }
  if (out.size > MOST_BEGINNINGS) throw new Error('Too many beginnings');
  return out;
}

/** First letters of everything a source may match, of the syntax that the patterns use. @throws for any other */
function beginningsOf(source: string): ReadonlySet<string> {
  let at = 0;

  /** At a letter class: its letters, of which only plain ones are known. */
  function letterClass(): Set<string> {
    const end = source.indexOf(']', at);
    const inside = source.slice(at, end);
    at = end + 1;
    // What begins with just any letter is found by nothing: it is asked for after the first letters only.
    return /^[a-z]+$/.test(inside) ? new Set(inside) : new Set(['\0']);
  }

  function atom(): Set<string> {
    if (source.startsWith('(?:', at)) {
      at += 3;
      const inside = alternatives();
      at += 1;
      return inside;
    }
    const letter = source.charAt(at);
    at += 1;
    if (letter === '[') return letterClass();
    if (letter === '\\') {
      at += 1;
      return new Set(['\0']);
    }
    if (!/[a-z0-9 ]/.test(letter)) throw new Error(`Not expected at ${at}: ${source}`);
    return new Set([letter]);
  }

  /** How often the last atom may stand: at least, and at most as far as first letters go. */
  function times(): readonly [number, number] {
    const found = /^(?:[?*+]|\{(\d+),(\d+)\})/.exec(source.slice(at, at + 12));
    if (!found) return [1, 1];
    at += found[0].length;
    if (found[0] === '?') return [0, 1];
    if (found[1] === undefined) return [found[0] === '*' ? 0 : 1, FIRST];
    return [Number(found[1]), Math.min(FIRST, Number(found[2]))];
  }

  function sequence(): Set<string> {
    let all = new Set(['']);
    while (at < source.length && !'|)'.includes(source.charAt(at))) {
      const one = atom();
      const [least, most] = times();
      let heads = all;
      const out = new Set<string>(least === 0 ? all : []);
      for (let n = 1; n <= most; n += 1) {
        heads = joined(heads, one);
        if (n >= least) for (const head of heads) out.add(head);
      }
      all = out;
    }
    return all;
  }

  function alternatives(): Set<string> {
    const all = sequence();
    while (source.charAt(at) === '|') {
      at += 1;
      for (const one of sequence()) all.add(one);
    }
    return all;
  }

  const found = alternatives();
  for (const one of found)
    if (one.length < FIRST || one.includes('\0'))
      throw new Error(`Begins with too little: '${one}' in ${source}`);
  return found;
}

const WORD = /[\p{L}\p{N}]/u;

function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (before < 0x80)
    return !(
      (before >= 97 && before <= 122) ||
      (before >= 48 && before <= 57) ||
      isCapital(before)
    );
  const isLow = before >= 0xdc00 && before < 0xe000;
  return !WORD.test(text.slice(isLow ? at - 2 : at - 1, at));
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** Of each source by its number: the places where it may begin, at the start of a word. */
export type Beginnings = (text: string) => ReadonlyMap<number, readonly number[]>;

export function createBeginnings(sources: readonly string[]): Beginnings {
  const find = createLiteralFinder(
    sources.flatMap((source, number) =>
      Array.from(beginningsOf(source), (beginning) => [beginning, number] as const),
    ),
  );
  return (text) => {
    const found = new Map<number, number[]>();
    let lastAt = -1;
    let isStart = false;
    find(text, (number, at) => {
      if (at !== lastAt) isStart = isWordStart(text, at);
      lastAt = at;
      if (!isStart) return undefined;
      const places = found.get(number);
      if (places) places.push(at);
      else found.set(number, [at]);
      return undefined;
    });
    return found;
  };
}

/** Whether any of these words (three letters or more) stands in a text. */
export function createWordGate(words: readonly string[]): (text: string) => boolean {
  const find = createLiteralFinder(words.map((word) => [word, word] as const));
  return (text) => {
    let isThere = false;
    find(text, () => {
      isThere = true;
      return true;
    });
    return isThere;
  };
}

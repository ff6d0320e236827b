/**
 * Where the rules of a YARA text begin and end, without compiling them: a rule that does not compile
 * must not take the others of its file along. Comments, texts and regular expressions are passed over,
 * as the YARA documentation writes them ('Writing YARA rules'). Linear in the text's length.
 */
import { targetOf } from './rule-target.ts';
import type { YaraSlice } from './yara.types.ts';
import { passOver } from './yara-text.ts';

const MOST_RULES = 20_000;
const WORD = /[A-Za-z0-9_]/;

export function splitRules(text: string): YaraSlice[] {
  const slices: YaraSlice[] = [];
  const lines = lineCounter(text);
  let words: { word: string; at: number }[] = [];
  for (let at = 0; at < text.length && slices.length < MOST_RULES; ) {
    const next = passOver(text, at);
    if (next > at) {
      at = next;
      continue;
    }
    const character = text[at] ?? '';
    if (WORD.test(character)) {
      const from = at;
      while (at < text.length && WORD.test(text[at] ?? '')) at += 1;
      words.push({ word: text.slice(from, at), at: from });
      continue;
    }
    at += 1;
    if (character !== '{') continue;
    const end = endOfBody(text, at);
    const slice = sliceOf(text, words, at, end);
    if (slice !== null) {
      slices.push({ ...slice, firstLine: lines(slice.from), lastLine: lines(end) });
    }
    words = [];
    at = end;
  }
  return slices;
}

function endOfBody(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; ) {
    const next = passOver(text, at);
    if (next > at) {
      at = next;
      continue;
    }
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function sliceOf(
  text: string,
  words: readonly { word: string; at: number }[],
  bodyAt: number,
  end: number,
): Omit<YaraSlice, 'firstLine' | 'lastLine'> | null {
  const index = words.findLastIndex(({ word }) => word === 'rule');
  const identifier = words[index + 1]?.word;
  if (index < 0 || identifier === undefined) return null;
  let first = index;
  while (first > 0 && /^(?:private|global)$/.test(words[first - 1]?.word ?? '')) first -= 1;
  const modifiers = words.slice(first, index).map(({ word }) => word);
  return {
    identifier,
    isGlobal: modifiers.includes('global'),
    isPrivate: modifiers.includes('private'),
    from: words[first]?.at ?? 0,
    to: end,
    ...targetOf(text.slice(bodyAt, Math.max(bodyAt, end - 1))),
  };
}

/** The line of a place; places are asked for in rising order. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let reached = 0;
  return (at) => {
    if (at < reached) [line, reached] = [1, 0];
    for (let next = text.indexOf('\n', reached); next >= 0 && next < at; ) {
      line += 1;
      reached = next + 1;
      next = text.indexOf('\n', reached);
    }
    return line;
  };
}

/** The same text with these rules as blanks, so that lines stay where they are. */
export function without(text: string, slices: readonly { from: number; to: number }[]): string {
  let rest = '';
  let at = 0;
  for (const { from, to } of [...slices].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    rest += text.slice(at, from) + text.slice(from, to).replace(/[^\n]/g, ' ');
    at = to;
  }
  return rest + text.slice(at);
}

import { describe, expect, test } from 'vitest';
import {
  fold,
  foldText,
  marksOf,
  rankedBy,
  rankOf,
  searchWords,
} from '../../src/shared/areas/search/search.rules.ts';

describe('words', () => {
  test.each([
    ['  Two\twords ', ['two', 'words']],
    ['JÜRGEN Straße', ['jurgen', 'straße']],
    ['same SAME', ['same']],
    ['( ) " *', []],
    ['nul\0byte', ['nul', 'byte']],
    ['10.0.5', ['10.0.5']],
    ['한국어 検索', ['한국어', '検索']],
    ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ])('%j is %j', (typed, words) => {
    expect(searchWords(typed)).toEqual(words.map((word) => fold(word)));
  });
});

describe('[SE1] ranking', () => {
  const rank = (typed: string, title: string, rest = '') =>
    rankOf(searchWords(typed), foldText(title, [rest]));

  test('a whole title before its beginning, a word of it, a part of it, and the rest', () => {
    const ranks = [
      rank('access', 'Access'),
      rank('access', 'Access reviews'),
      rank('access', 'Review of access'),
      rank('cess', 'Review of access'),
      rank('access', 'Reviews', 'of access'),
      rank('cess', 'Reviews', 'of access'),
    ];
    expect(ranks).not.toContain(null);
    expect([...ranks].sort((a, b) => Number(a) - Number(b))).toEqual(ranks);
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  test('every word must occur; the worst place counts', () => {
    expect(rank('access nowhere', 'Access reviews')).toBeNull();
    expect(rank('access quarterly', 'Access reviews', 'quarterly')).toBe(
      rank('quarterly', 'Access reviews', 'quarterly'),
    );
    expect(rank('rev acc', 'Access reviews')).not.toBeNull();
  });

  test('one or two letters are the beginning of a word, never the middle of one', () => {
    expect(rank('cc', 'Access')).toBeNull();
    expect(rank('ac', 'Access')).not.toBeNull();
    expect(rank('ac', 'Back to access')).not.toBeNull();
    expect(rank('c', 'Access')).toBeNull();
  });

  test('nothing typed answers nothing', () => expect(rank('', 'Access')).toBeNull());

  test('equals stay in their order', () => {
    const found = rankedBy(['b'], ['x b', 'b y', 'z b', 'a'], (text) => foldText(text, []));
    expect(found).toEqual(['b y', 'x b', 'z b']);
  });
});

describe('[SE6] marks', () => {
  const marked = (typed: string, text: string) => {
    const mark = marksOf(typed);
    return mark ? text.split(mark).filter((_, place) => place % 2 === 1) : null;
  };
  test.each([
    ['pow', 'PowerShell by powers', ['Pow', 'pow']],
    ['a', 'a banana apple', ['a', 'a']],
    ['10.0', '10.0.5.7 and 1050', ['10.0']],
    ['.*+?^$(){}|[]\\x', 'x .*+?^$(){}|[]\\x', ['.*+?^$(){}|[]\\x']],
    ['by shell', 'Shell by hand', ['Shell', 'by']],
    // A hyphen is none of the marks that a pattern with the flag u lets one escape.
    ['web-0', 'Host web-01', ['web-0']],
    ['nothing', 'else', []],
  ])('%s in %s', (typed, text, parts) => expect(marked(typed, text)).toEqual(parts));

  test('nothing typed marks nothing', () => expect(marksOf(' * ')).toBeNull());
});

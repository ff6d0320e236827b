import { describe, expect, test } from 'vitest';
import { searchWords } from '../../../shared/areas/search/search.rules.ts';
import { entityTerms } from './alert-search.ts';
import { type AlertTexts, alertTest, toTypedWord, wordMatches } from './alert-suggest.ts';

function alert(over: Partial<AlertTexts> = {}): AlertTexts {
  const texts = {
    title: 'PowerShell by Jürgen',
    description: 'from web-01.corp, agent 10.0 of 10.0.5.7',
    source: 'EDR',
    source_host: 'WEB-01.corp',
    source_user: null,
    ...over,
  };
  const { source_host: sourceHost, source_user: sourceUser } = texts;
  const fields = { ...texts, sourceHost, sourceUser, sourceIp: '192.0.2.9', destIp: null };
  return { entity_terms: entityTerms(fields), ...texts };
}

describe('[SE5] an alert is held against typed words as the index would', () => {
  test.each([
    ['power', true],
    ['shell', false],
    ['jurg', true],
    ['web-01', true],
    ['web-01.co', true],
    ['web-0', false],
    ['01 corp', true],
    ['10.0', true],
    ['10.0.5.7', true],
    ['10.0.5', true],
    ['192.0.2', true],
    ['192.0.2.9', true],
    ['192.0.2.90', false],
    ['edr power', true],
    ['edr linux', false],
    ['corp agent', true],
    ['h5745422d', false],
  ])('%s: %s', (typed, isFound) => {
    expect(alertTest(searchWords(typed).map(toTypedWord))(alert())).toBe(isFound);
  });

  test('a word does not go on in the next field', () => {
    const words = ['jurgen.from', 'jurgen'].map(toTypedWord);
    expect(words.map((word) => alertTest([word])(alert()))).toEqual([false, true]);
  });
});

describe('[SE4] the index is asked for whole terms, none of them an operator', () => {
  const columns = '{title description source source_host source_user}';
  test.each([
    ['beac', ['beacon'], [`(${columns} : ("beac" OR "beacon"))`]],
    ['4711', [], [`(${columns} : ("4711"))`]],
    [
      'web-01.co',
      ['corp'],
      [`(${columns} : ("web"))`, `(${columns} : ("01"))`, `(${columns} : ("co" OR "corp"))`],
    ],
    ['10.0.5.7', [], ['(entity_terms : ("10x0x5x7"))']],
    ['10.0', ['10x0x5x7'], ['(entity_terms : ("10x0x5x7"))']],
    ['10.0', [], []],
    ['near(', [], [`(${columns} : ("near"))`]],
    ['a"b*', [], [`(${columns} : ("a"))`, `(${columns} : ("b"))`]],
  ])('%s with %j', (typed, terms, matches) => {
    expect(wordMatches(toTypedWord(typed), terms)).toEqual(matches);
  });

  test('a text of very many parts stays a question that can be asked', () => {
    const word = toTypedWord(Array.from({ length: 200 }, (_, n) => `p${n}`).join('-'));
    expect(wordMatches(word, []).length).toBeLessThan(8);
    expect(word.parts).toHaveLength(200);
  });
});

import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import {
  commentParts,
  decodeMentions,
  encodeMentions,
  mentionables,
  mentionBeforeCaret,
  mentionedIds,
  offeredFor,
} from './mentions.ts';

const PEOPLE = mentionables([
  { id: 'a1', name: 'Ada', email: 'ada@example.org' },
  { id: 'a2', name: 'Ada Lovelace', email: 'lovelace@example.org' },
  { id: 'j1', name: 'Jo Kim', email: 'jo@example.org' },
  { id: 'j2', name: 'jo kim', email: 'jo.kim@example.org' },
  { id: 'x1', name: '<b>@{a1}</b>', email: 'x@example.org' },
]);

describe('[DI2] mentions', () => {
  test.each([
    ['@Ada look', '@{a1} look'],
    ['ask @Ada Lovelace, please', 'ask @{a2}, please'],
    ['@ada lovelace', '@{a2}'],
    ['(@Ada)', '(@{a1})'],
    ['@Adam', '@Adam'],
    ['mail ada@Ada', 'mail ada@Ada'],
    ['@Jo Kim', '@Jo Kim'],
    ['@Jo Kim (jo@example.org)!', '@{j1}!'],
    ['@@Ada', '@@{a1}'],
    ['@', '@'],
    ['', ''],
  ])('%j is stored as %j', (written, stored) => {
    expect(encodeMentions(written, PEOPLE)).toBe(stored);
  });

  test('what is stored reads as it was written', () => {
    for (const written of ['@Ada Lovelace and @Ada', 'no one', '@jo kim (jo.kim@example.org)']) {
      expect(decodeMentions(encodeMentions(written, PEOPLE), PEOPLE)).toBe(written);
    }
  });

  test.each([
    '<img src=x onerror=alert(1)>@{',
    '@{}',
    '@{a b}',
    '@{../../etc}',
    '@{"}',
    `@{${'a'.repeat(101)}}`,
    '@{ada\u202e}',
    '@\u200b{a1}',
    '{@a1}',
  ])('%j mentions nobody and stays as it is', (text) => {
    expect(mentionedIds(text)).toEqual([]);
    expect(commentParts(text)).toEqual([{ type: 'text', text }]);
  });

  test('a name that looks like a mention is put in as that person', () => {
    const stored = encodeMentions('@<b>@{a1}</b>', PEOPLE);
    expect(stored).toBe('@{x1}');
    expect(mentionedIds(stored)).toEqual(['x1']);
  });

  test('parts are the whole of the text, whatever it is', () => {
    const pieces = ['@{a1}', '@', '{', '}', 'Ada', ' ', '@{@{a1}}', '\u0000', '💥', '@{a1'];
    for (let n = 0; n < 2000; n++) {
      const text = Array.from(
        { length: n % 9 },
        (_, i) => pieces[(n * 7 + i * (n % 11)) % 10],
      ).join('');
      const whole = commentParts(text)
        .map((part) => (part.type === 'text' ? part.text : `@{${part.id}}`))
        .join('');
      expect(whole).toBe(text);
    }
  });

  test('long hostile text is read in time', () => {
    const spent = cpuClock();
    mentionedIds('@{a'.repeat(200_000));
    encodeMentions('@Ada Lovelac'.repeat(300), PEOPLE);
    expect(spent()).toBeLessThan(2000);
  });
});

describe('completion', () => {
  test.each([
    ['@Ad', 3, { at: 0, typed: 'Ad' }],
    ['see @', 5, { at: 4, typed: '' }],
    ['a@b', 3, null],
    ['@Ada\nx', 6, null],
    ['@ x', 3, null],
    ['plain', 5, null],
  ])('%j at %i', (text, caret, start) => {
    expect(mentionBeforeCaret(text, caret)).toEqual(start);
  });

  test('offers whose name begins so before others', () => {
    expect(offeredFor('lo', PEOPLE).map(({ id }) => id)).toEqual(['a2']);
    expect(offeredFor('ada', PEOPLE).map(({ id }) => id)).toEqual(['a1', 'a2']);
  });
});

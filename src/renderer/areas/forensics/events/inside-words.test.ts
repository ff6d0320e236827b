import { expect, test } from 'vitest';
import { insideWords } from './inside-words.ts';

test.each([
  ['ersh', '*ersh'],
  ['ersh "cmd exe" 10.0', '*ersh "cmd exe" *10.0'],
  ['*ersh', null],
  ['"in quotes"', null],
  ['', null],
])('[ES15] %s is looked for inside of words as %s', (typed, starred) => {
  expect(insideWords(typed)).toBe(starred);
});

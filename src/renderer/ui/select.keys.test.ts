import { expect, test } from 'vitest';
import { findTyped, moveInList, typeLetter } from './select.keys.ts';

const TEXTS = ['All Severities', 'Critical', 'High', 'Medium', 'Low', 'Lowest'];

test('arrow keys, Home and End move within the list and stop at its ends', () => {
  expect(moveInList('ArrowDown', 0, 3)).toBe(1);
  expect(moveInList('ArrowDown', 2, 3)).toBe(2);
  expect(moveInList('ArrowUp', 0, 3)).toBe(0);
  expect(moveInList('End', 0, 3)).toBe(2);
  expect(moveInList('Home', 2, 3)).toBe(0);
  expect(moveInList('PageDown', 0, 30)).toBe(10);
  expect(moveInList('x', 0, 3)).toBeNull();
});

test('typing finds the option that begins so, the same letter again the next one', () => {
  expect(findTyped(TEXTS, 'm', 0)).toBe(3);
  expect(findTyped(TEXTS, 'l', 0)).toBe(4);
  expect(findTyped(TEXTS, 'll', 4)).toBe(5);
  expect(findTyped(TEXTS, 'lll', 5)).toBe(4);
  expect(findTyped(TEXTS, 'lowe', 4)).toBe(5);
  expect(findTyped(TEXTS, 'z', 0)).toBe(-1);
  expect(findTyped([], 'z', -1)).toBe(-1);
});

test('letters that follow soon make a word, later ones begin a new one', () => {
  const first = typeLetter({ text: '', at: 0 }, 'L', 5_000);
  expect(first).toEqual({ text: 'l', at: 5_000 });
  expect(typeLetter(first, 'o', 5_300).text).toBe('lo');
  expect(typeLetter(first, 'h', 6_300).text).toBe('h');
});

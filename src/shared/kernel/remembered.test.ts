import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('a text is looked at once, and again where too many came in between', () => {
  const looked: string[] = [];
  const lengthOf = remembered((text) => {
    looked.push(text);
    return text.length;
  }, 2);
  expect(['a', 'bb', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 2]);
  expect(looked).toEqual(['a', 'bb']);
  expect(lengthOf('ccc')).toBe(3);
  expect(lengthOf('a')).toBe(1);
  expect(looked).toEqual(['a', 'bb', 'ccc', 'a']);
});

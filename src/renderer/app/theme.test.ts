import { expect, test } from 'vitest';
import { isTheme, resolveTheme } from './theme.ts';

test('a chosen theme stands, the third follows the system', () => {
  expect(resolveTheme('dark', true)).toBe('dark');
  expect(resolveTheme('light', false)).toBe('light');
  expect(resolveTheme('system', true)).toBe('light');
  expect(resolveTheme('system', false)).toBe('dark');
});

test('what storage holds is not trusted', () => {
  expect(isTheme('light')).toBe(true);
  expect(isTheme('sepia')).toBe(false);
  expect(isTheme(null)).toBe(false);
});

import { expect, test } from 'vitest';
import { readTyped } from './typed-query.ts';

test.each([
  ['', 'words'],
  ['web-01 beacon', 'words'],
  ['10.0.5.7', 'words'],
  ['severity:high', 'query'],
  ['-beacon', 'query'],
  ['"port scan"', 'query'],
  ['a or b', 'query'],
  ['beac*', 'query'],
  ['severity:', 'error'],
  ['sevrity:high', 'error'],
])('[VI1] %j in the search box is read as %s', (text, type) => {
  expect(readTyped(text).type).toBe(type);
});

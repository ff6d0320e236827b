import { describe, expect, test } from 'vitest';
import { matchExpression } from './alert-search.ts';

describe('matchExpression', () => {
  test.each([
    ['beacon', '"beacon" *'],
    ['two words', '"two" * AND "words" *'],
    ['  spaced \t out ', '"spaced" * AND "out" *'],
    ['192.168.10', '"192.168.10" *'],
    ['a', '"a"'],
    ['-7-', '"-7-"'],
    ['say "hi"', '"say" * AND " hi " *'],
    ['x OR y', '"x" AND "OR" * AND "y"'],
    ['title:beacon', '"title:beacon" *'],
    ['nul\0byte', '"nul byte" *'],
  ])('%j becomes %j', (typed, expression) => {
    expect(matchExpression(typed)).toBe(expression);
  });

  test.each(['', '   ', '"', '***', '( ) - ^ :', '\0'])('%j has nothing to search for', (typed) => {
    expect(matchExpression(typed)).toBeNull();
  });
});

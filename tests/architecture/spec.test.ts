import { expect, test } from 'vitest';
import { messagesOf, violationsOf } from './fixture-tree.ts';

const SPEC = 'docs/spec/alerts.md';
const TEST = 'tests/api/alerts.test.ts';

test('a rule that no test quotes is caught, and a number that is no rule', () => {
  const tree = {
    [SPEC]: '# Alerts\n\n- **[AL1]** Ids never come back.\n- **AL2** Times are never guessed.\n',
    [TEST]: `test('[AL1] an id never comes back', () => {});\ntest('[AL9] and this', () => {});\n`,
  };
  expect(violationsOf(tree)).toEqual([`${SPEC}:4 spec`, `${TEST}:2 spec`]);
  expect(messagesOf(tree)).toEqual(['[AL2] is quoted by no test', '[AL9] is no rule of docs/spec']);
});

test('a number stands for one rule', () => {
  const tree = {
    [SPEC]: '- [AL1] Ids never come back.\n',
    'docs/spec/risk.md': '- [AL1] A score is a decimal.\n',
    [TEST]: `test('[AL1] an id never comes back', () => {});\n`,
  };
  expect(violationsOf(tree)).toEqual(['docs/spec/risk.md:1 spec']);
});

test('all ways to write a title count, and so do unit tests; a comment does not', () => {
  const tree = {
    [SPEC]:
      '### [AL1] One\n\n| [AL2] | Two |\n* [AL3] Three, as [AL1] says\n1. [AL4] Four\n[AL5]: Five\n',
    [TEST]: `test.each([1, 2])('[AL1] %d', () => {});\ndescribe('[AL2] two', () => {});\n`,
    'src/main/areas/alerts/a.test.ts':
      'it.concurrent(`[AL3] three, [AL4] four`, () => {}); // quoted\n// [AL5]\n',
  };
  expect(messagesOf(tree)).toEqual(['[AL5] is quoted by no test']);
});

import { expect, test } from 'vitest';
import { type Answer, expiryOf, isValid, scoreOf } from './vendor-assessments.rules.ts';

const question = (id: string, answer: Answer | null, weight = 1, required = true) => ({
  ...{ id, section: id[0] ?? '', weight, required, answer },
});

test('[VE65] weights count, N/A is dropped, required without an answer is worst', () => {
  expect(scoreOf([question('a1', 'YES', 3), question('a2', 'NO', 1)]).score).toBe(6.3);
  expect(scoreOf([question('a1', 'YES'), question('a2', 'NA', 5)]).score).toBe(0);
  expect(scoreOf([question('a1', 'YES'), question('a2', null)])).toMatchObject({
    score: 12.5,
    unanswered: 1,
  });
  expect(scoreOf([question('a1', 'YES'), question('a2', null, 5, false)]).score).toBe(0);
  expect(scoreOf([question('a1', 'PARTLY')]).score).toBe(12.5);
  expect(scoreOf([question('a1', 'NA')]).score).toBeNull();
});

test('[VE65] sections have scores of their own', () => {
  const { sections } = scoreOf([question('a1', 'NO'), question('b1', 'YES'), question('c1', 'NA')]);
  expect(sections.map(({ section, score }) => [section, score])).toEqual([
    ['a', 25],
    ['b', 0],
    ['c', null],
  ]);
});

test('[VE60] the rhythm of the tier, over the end of months and leap days', () => {
  expect(expiryOf('CRITICAL', '2027-08-31')).toBe('2028-02-29');
  expect(expiryOf('HIGH', '2028-02-29')).toBe('2029-02-28');
  const until = { state: 'COMPLETED', expiresOn: '2028-02-29' } as const;
  expect(isValid(until, '2028-02-29')).toBe(true);
  expect(isValid(until, '2028-03-01')).toBe(false);
});

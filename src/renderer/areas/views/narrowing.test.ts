import { expect, test } from 'vitest';
import { parseQuery } from '../../../shared/areas/views/query-language.ts';
import { termOf, withTerm } from './narrowing.ts';

test.each([
  ['host', 'web-01', 'host:web-01'],
  ['host', 'web 01', 'host:"web 01"'],
  ['host', 'none', 'host:"none"'],
  ['host', null, 'host:none'],
  ['source', 'a"b,c*', 'source:"a\\"b,c*"'],
  ['severity', 'HIGH', 'severity:high'],
  ['template', 'failed login from <address> as <n>', 'title:"failed login from "*" as "*'],
  ['hour', '07', 'hour:07'],
  ['weekday', 'Mon', 'weekday:mon'],
  ['title', null, null],
] as const)('[VI11] %s %s narrows to %s', (by, value, expected) => {
  const term = termOf(by, value);
  expect(term).toBe(expected);
  if (term !== null) expect(parseQuery(term).ok).toBe(true);
});

test('a term is added to all alternatives', () => {
  expect(withTerm('', 'host:a')).toBe('host:a');
  expect(withTerm('beacon', 'host:a')).toBe('beacon host:a');
  expect(withTerm('a or b', 'host:a')).toBe('(a or b) host:a');
});

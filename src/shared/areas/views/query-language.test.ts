import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { parseQuery, QUERY_LENGTH } from './query-language.ts';
import { printQuery } from './query-print.ts';

function canonical(text: string): string {
  const parsed = parseQuery(text);
  return parsed.ok
    ? printQuery(parsed.query)
    : `error at ${parsed.error.at}: ${parsed.error.message}`;
}

describe('[VI1] what is typed is read and printed back', () => {
  test.each([
    ['', ''],
    ['beacon', 'beacon'],
    ['severity:CRITICAL', 'severity:critical'],
    ['sev:crit,med', 'severity:critical,medium'],
    ['severity>=high', 'severity:>=high'],
    ['severity:>=high', 'severity:>=high'],
    ['a and b', 'a b'],
    ['a OR b c', 'a or b c'],
    ['(a or b) c', '(a or b) c'],
    ['not (a b)', 'not (a b)'],
    ['-(a or b)', 'not (a or b)'],
    ['-status:fp', 'not status:false_positive'],
    ['not not a', 'not not a'],
    ['host:web-*', 'host:web-*'],
    ['host:**', 'host:*'],
    ['host:"web *"', 'host:"web *"'],
    ['user:CORP\\jdoe', 'user:CORP\\jdoe'],
    ['title:"say \\"hi\\" \\\\"', 'title:"say \\"hi\\" \\\\"'],
    [
      'path:"Program Files"*',
      'error at 0: There is no field "path". Fields are severity, status, verdict, reason, source, detector, category, host and others. To search for it as text, put it in quotation marks.',
    ],
    ['title:"Program Files"*', 'title:"Program Files"*'],
    ['detector:1:2100498', 'detector:1:2100498'],
    [
      '00:1a:2B 10:30 2001:db8::7 abcd::1 http://x/y C:\\Windows',
      '00:1a:2B 10:30 2001:db8::7 abcd::1 http://x/y C:\\Windows',
    ],
    ['after:2026-01-01T10:30 last:24h', 'after:2026-01-01T10:30 last:24h'],
    ['"or" or "not"', '"or" or "not"'],
    ['a<b', 'a<b'],
    ['-7- web-01', 'not 7- web-01'],
    ['((((a))))', 'a'],
    ['ip:10.0.0.0/8,2001:db8::/32', 'ip:10.0.0.0/8,2001:db8::/32'],
  ])('%s', (typed, expected) => {
    expect(canonical(typed)).toBe(expected);
  });
});

describe('[VI2] an error says what, where and what to do', () => {
  test.each([
    ['sevrity:high', 0, 7, 'Did you mean severity?', 'severity'],
    ['severity:hihg', 9, 4, 'Did you mean high?', 'high'],
    ['x statsu:open', 2, 6, 'Did you mean status?', 'status'],
    ['status:opne', 7, 4, 'Did you mean open?', 'open'],
    ['status:zzzzzz', 7, 6, 'It is one of open, in_progress', undefined],
    ['host: web', 0, 5, 'host: has no value. Write one right after it', undefined],
    ['host:a,', 0, 7, 'after the comma', undefined],
    ['(a or b', 0, 1, 'not closed', undefined],
    ['a)', 1, 1, 'no opening bracket', undefined],
    ['()', 1, 1, 'Something is missing before this bracket', undefined],
    ['a or', 2, 2, 'Something is missing after "or"', undefined],
    ['or a', 0, 2, 'Something is missing before "or"', undefined],
    ['not', 0, 3, 'Something is missing after "not"', undefined],
    ['title:"abc', 6, 4, 'not closed', undefined],
    ['after:soon', 6, 4, 'is no time', undefined],
    ['after:2026-02-30', 6, 10, 'is no time', undefined],
    ['last:soon', 5, 4, 'no length of time', undefined],
    ['ip:10.0.0.0/33', 3, 11, 'is no network', undefined],
    ['host>web', 0, 8, 'cannot be compared', undefined],
    ['***', 0, 3, 'no letter or digit', undefined],
    ['id:a*', 3, 2, 'no wildcards', undefined],
    ['host:a*b*c*d*e*f*g*h', 5, 15, 'at most 6 wildcards', undefined],
  ])('%s', (typed, at, length, says, fix) => {
    const parsed = parseQuery(typed);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.error).toMatchObject({ at, length });
    expect(parsed.error.message).toContain(says);
    expect(parsed.error.fix).toBe(fix);
  });

  test('is bounded in length, depth and number of terms', () => {
    const message = (text: string) => {
      const parsed = parseQuery(text);
      return parsed.ok ? 'ok' : parsed.error.message;
    };
    expect(message('a'.repeat(QUERY_LENGTH + 1))).toContain('at most 2000 characters');
    expect(message(`${'('.repeat(1_000)}a`)).toContain('20 deep');
    expect(message(`${'-'.repeat(1_000)}a`)).toContain('20 deep');
    expect(message('a '.repeat(900))).toContain('at most 200 words');
    expect(message(`host:${'a,'.repeat(900)}a`)).toContain('at most 200 words');
  });
});

/** Small, seeded: a failure can be run again. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const PARTS = [
  'host',
  ':',
  'severity',
  'high',
  '"',
  '\\',
  '(',
  ')',
  '-',
  ' ',
  '\t',
  '*',
  ',',
  'or',
  'not',
  'and',
  '>=',
  '<',
  '10.0.0.0/8',
  'last',
  '24h',
  'é',
  '\u202e',
  '\0',
  '😀',
  '\ud800',
  'T1021',
  'me',
  'none',
  '//',
  '::',
  'after',
  '2026-01-01',
];

test('[VI3] any text is read without a throw, errors lie within it, and what prints reads the same', () => {
  const random = randomOf(7);
  for (let n = 0; n < 6_000; n += 1) {
    const length = Math.floor(random() * 12);
    const text = Array.from({ length }, () => PARTS[Math.floor(random() * PARTS.length)]).join('');
    const parsed = parseQuery(text);
    if (!parsed.ok) {
      const { at, length: span } = parsed.error;
      expect(at >= 0 && at + span <= text.length, text).toBe(true);
      continue;
    }
    const printed = printQuery(parsed.query);
    const again = parseQuery(printed);
    expect(again.ok && printQuery(again.query), text).toBe(printed);
    expect(withoutPlaces(again.ok ? again.query : null), text).toEqual(withoutPlaces(parsed.query));
  }
});

test('[VI3] reading is linear in the length of the text', () => {
  const slow = [
    'a'.repeat(2_000),
    '"'.repeat(1_999),
    '\\'.repeat(2_000),
    'a:'.repeat(1_000),
    '-('.repeat(1_000),
    '*'.repeat(2_000),
    'host:'.repeat(400),
  ];
  const spent = cpuClock();
  for (const text of slow) parseQuery(text);
  expect(spent()).toBeLessThan(500);
});

function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (key === 'at' || key === 'length' ? undefined : part)),
  );
}

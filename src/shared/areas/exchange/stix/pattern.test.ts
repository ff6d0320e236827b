import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../../tests/helpers/cpu-time.ts';
import { parsePattern } from './pattern.ts';
import { contentOfPattern } from './pattern-indicators.ts';

function contentOf(text: string) {
  const parsed = parsePattern(text);
  if (parsed.type !== 'parsed') throw new Error(`${parsed.at}: ${parsed.expected}`);
  return contentOfPattern(parsed.pattern);
}

describe('[EX1] patterns of STIX 2.1 are read whole', () => {
  test('AND, OR and FOLLOWEDBY bind as the grammar says', () => {
    const parsed = parsePattern(
      "[ipv4-addr:value = '192.0.2.1'] AND [url:value = 'http://example.com/a'] OR [mutex:name = 'x'] FOLLOWEDBY [domain-name:value = 'example.com']",
    );
    expect(parsed).toMatchObject({
      type: 'parsed',
      pattern: {
        type: 'followed-by',
        parts: [
          { type: 'or', parts: [{ type: 'and' }, { type: 'observation' }] },
          { type: 'observation' },
        ],
      },
    });
  });

  test('qualifiers, sets, negation and quoted paths', () => {
    const parsed = parsePattern(
      "([file:hashes.'SHA-256' IN ('aa', 'bb') AND file:size > 10] FOLLOWEDBY [NOT process:name LIKE 'a%' AND EXISTS process:cwd]) WITHIN 300 SECONDS REPEATS 5 TIMES START t'2026-01-01T00:00:00Z' STOP t'2026-02-01T00:00:00Z'",
    );
    expect(parsed).toMatchObject({
      type: 'parsed',
      pattern: {
        type: 'followed-by',
        qualifiers: [
          { type: 'within', seconds: 300 },
          { type: 'repeats', times: 5 },
          { type: 'between' },
        ],
      },
    });
  });

  test.each([
    ["[ipv4-addr:value = '192.0.2.1'", "']'"],
    ['[ipv4-addr:value = ]', 'a value'],
    ["[ipv4-addr:value '192.0.2.1']", 'an operator'],
    ["ipv4-addr:value = '192.0.2.1'", "'['"],
    ['', "'['"],
    ['[a', 'a word of the grammar'],
    [`${'('.repeat(200)}[ab:c = 'c']`, 'fewer brackets'],
  ])('%s is malformed', (text, expected) => {
    const parsed = parsePattern(text);
    if (text === '[a') expect(parsed.type).toBe('malformed');
    else expect(parsed).toMatchObject({ type: 'malformed', expected });
  });

  test('hostile patterns end at once', () => {
    const spent = cpuClock();
    for (const text of [
      "[a-b:c = '".padEnd(90_000, '\\'),
      '('.repeat(90_000),
      "[a-b:c='x'] OR ".repeat(6_000),
      `[a-b:${'c.'.repeat(40_000)} = 'x']`,
      'A '.repeat(50_000),
    ])
      expect(parsePattern(text).type).toBe('malformed');
    expect(spent()).toBeLessThan(5_000);
  });
});

describe('[EX2] what a list of values cannot say of a pattern is named', () => {
  test('every part of the grammar that is lost has a name', () => {
    expect(
      contentOf(
        "([file:hashes.MD5 = 'd41d8cd98f00b204e9800998ecf8427e' AND file:name = 'a.exe'] FOLLOWEDBY [domain-name:value LIKE 'a%' OR ipv4-addr:value = '192.0.2.7']) WITHIN 60 SECONDS",
      ),
    ).toEqual({
      indicators: [
        { type: 'md5', value: 'd41d8cd98f00b204e9800998ecf8427e' },
        { type: 'file', value: 'a.exe' },
        { type: 'ip', value: '192.0.2.7' },
      ],
      losses: [
        'time limit of a pattern (WITHIN)',
        'order of observations (FOLLOWEDBY)',
        'comparison with LIKE',
        'values that belong together (AND)',
      ],
    });
  });

  test('a negated value is no indicator', () => {
    expect(contentOf("[ipv4-addr:value NOT IN ('192.0.2.1', '192.0.2.2')]")).toEqual({
      indicators: [],
      losses: ['negated comparison (NOT)'],
    });
    expect(contentOf("[ipv4-addr:value != '192.0.2.1']").losses).toEqual(['comparison with !=']);
  });

  test('a file in its folder is one value and no loss', () => {
    expect(
      contentOf("[file:name = 'a.dll' AND file:parent_directory_ref.path = 'C:\\\\Temp']"),
    ).toEqual({ indicators: [{ type: 'file', value: 'C:\\Temp\\a.dll' }], losses: [] });
  });
});

import { describe, expect, test } from 'vitest';
import { addressOf, cleanText, excerptOf, label, techniquesOf } from './text.ts';

describe('addresses', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:80', '192.0.2.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0018', '2001:db8::18'],
    ['2001:DB8::18', '2001:db8::18'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['host.example.com', 'host.example.com'],
    ['host:80', 'host:80'],
    ['not:an:address', 'not:an:address'],
    ['-', null],
    ['', null],
    [null, null],
    [['192.0.2.9', 'x'], '192.0.2.9'],
  ])('%j is %j', (value, expected) => {
    expect(addressOf(value)).toBe(expected);
  });
});

describe('texts', () => {
  test('are cut between code points', () => {
    expect(cleanText('ab😀', 3)).toBe('ab');
    expect(cleanText('ab😀', 4)).toBe('ab😀');
    expect(cleanText('ab\ud800', 3)).toBe('ab\ufffd');
  });

  test('are labels where they say something', () => {
    expect(
      [' x ', '-', '', null, undefined, {}, [], [['x']], 7, true, Number.NaN].map(label),
    ).toEqual(['x', null, null, null, null, null, null, null, '7', 'true', null]);
    expect(label('y'.repeat(1_000))).toHaveLength(255);
  });

  test('an excerpt is text of at most 200 characters', () => {
    expect(excerptOf(Buffer.from([0x61, 0xff, 0, 0x62]))).toBe('a\ufffd\ufffdb');
    expect(excerptOf(Buffer.alloc(5_000, 0x61))).toHaveLength(200);
  });
});

test('techniques are found in words, lists and lists within words, each once', () => {
  expect(
    techniquesOf('T1059', ['T1059.001', 'T1059'], '["T1003","T1003.002"]', 'see T1566.001.'),
  ).toEqual(['T1059', 'T1059.001', 'T1003', 'T1003.002', 'T1566.001']);
  expect(techniquesOf('XT1059', 'T105', 'T10599', 'TA0003', 'T1059.1', null, [{}])).toEqual([
    'T1059',
  ]);
  expect(techniquesOf(Array.from({ length: 100 }, (_, n) => `T${1_000 + n}`))).toHaveLength(50);
});

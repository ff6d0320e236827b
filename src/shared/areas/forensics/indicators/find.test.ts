import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../../tests/helpers/cpu-time.ts';
import { defang } from './defang.ts';
import { findIndicators, indicatorOf } from './find.ts';
import { createSweeper } from './sweep/sweeper.ts';

const ports = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  isPublicName: (name: string) => /\.(?:com|org|net|zip|py)$/.test(name),
};
const found = (text: string) =>
  findIndicators(text, ports).map(({ type, value }) => `${type} ${value}`);

describe('wallets', () => {
  test.each([
    ['btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    [
      'btc',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    ],
  ])('[IOC2] %s by its checksum', (type, good, bad) => {
    expect(found(good)).toEqual([`${type} ${good}`]);
    expect(found(bad)).toEqual([]);
  });

  test('[IOC2] an address of mixed case carries a checksum', () => {
    expect(found('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toHaveLength(1);
    expect(found('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toEqual([]);
  });
});

test('[IOC1] names with dots are what their surroundings say', () => {
  expect(found('setup.py report.zip')).toEqual(['file setup.py', 'file report.zip']);
  expect(found('evil[.]zip www.report.zip a.report.zip')).toEqual([
    'domain evil.zip',
    'domain www.report.zip',
    'domain a.report.zip',
  ]);
});

test.each(['.', ':', '1:', 'a.', 'a@', '[.]', '\\', '3:aaaaaa:', '1.1.1.1/', 'HKLM\\a '])(
  '[IOC3] a megabyte of %s takes no longer than a few seconds',
  (piece) => {
    const spent = cpuClock();
    findIndicators(piece.repeat(1_000_000 / piece.length), ports);
    expect(spent()).toBeLessThan(5_000);
  },
);

test.each([
  'https://bad.example.com/x?a=1',
  'ftp://bad.example.com/x',
  'a.bad.example.com',
  '203.0.113.9',
  '203.0.113.0/24',
  '2001:db8::1',
  'who@bad.example.com',
])('[IOC4] %s reads back', (value) => {
  const one = indicatorOf(value, ports);
  expect(one?.value).toBe(value);
  const harmless = defang(one?.type ?? '', value);
  expect(harmless).not.toBe(value);
  expect(indicatorOf(harmless, ports)?.value).toBe(value);
});

test.each([
  ['10.0.0.1', '10.0.0.12', null],
  ['10.0.0.1', '210.0.0.1', null],
  ['10.0.0.1', 'from 10.0.0.1.', false],
  ['10.0.0.1', '10[.]0[.]0[.]1', false],
  ['evil.com', 'notevil.com', null],
  ['evil.com', 'evil.com.au', null],
  ['evil.com', 'a.evil.com', true],
  ['evil.com', 'EVIL.com.', false],
  ['172.16.0.0/12', 'to 172.20.1.1', false],
  ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', false],
])('[IOC5] %s in %s', (value, text, isPart) => {
  const one = indicatorOf(value, ports);
  const bytes = new TextEncoder().encode(text);
  const hits: boolean[] = [];
  createSweeper([{ type: one?.type ?? '', value }]).scan(bytes, bytes.length, (hit) =>
    hits.push(hit.isPart),
  );
  expect(hits).toEqual(isPart === null ? [] : [isPart]);
});

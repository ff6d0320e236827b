import { expect, test } from 'vitest';
import { fileSize, shortHash, verifyCommands } from './reports.format.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_250_000, '1.3 MB'],
  [5_368_709_120, '5.4 GB'],
  [2e15, '2,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

test('a hash keeps its ends', () => {
  expect(shortHash('0123456789abcdef'.repeat(4))).toBe('01234567…89abcdef');
});

test('the commands name the file and the fingerprint', () => {
  expect(verifyCommands('a.zip', 'ff')).toEqual({
    node: 'node verify.mjs a.zip --fingerprint ff',
    python: 'python3 verify.py a.zip --fingerprint ff',
  });
});

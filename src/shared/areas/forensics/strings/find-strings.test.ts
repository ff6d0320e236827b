import { expect, test } from 'vitest';
import { type FoundString, StringFinder } from './find-strings.ts';

const LIMITS = { least: 4, longest: 20, most: 5, mostText: 60 };

function find(bytes: Uint8Array, piece = bytes.length || 1): StringFinder {
  const finder = new StringFinder(LIMITS);
  for (let at = 0; at < bytes.length; at += piece) finder.push(bytes.subarray(at, at + piece));
  finder.end();
  return finder;
}

const wide = (text: string, isBig: boolean) =>
  Uint8Array.from([...text].flatMap((c) => (isBig ? [0, c.charCodeAt(0)] : [c.charCodeAt(0), 0])));

const told = (found: readonly FoundString[]) =>
  found.map(({ offset, encoding, text }) => [offset, encoding, text]);

test('[MW4] texts in ASCII and UTF-16 of both orders are found with their places, in any pieces', () => {
  const bytes = Uint8Array.from([
    ...Buffer.from('\x01abcd\x02xyz\x03'),
    ...[1, 1],
    ...wide('hello', false),
    ...[1, 1, 1],
    ...wide('world', true),
    ...[1],
    ...wide('even', false),
  ]);
  const expected = [
    [1, 'ascii', 'abcd'],
    [12, 'utf16le', 'hello'],
    [25, 'utf16be', 'world'],
    [36, 'utf16le', 'even'],
  ];
  for (const piece of [bytes.length, 1, 3]) {
    const { found } = find(bytes, piece);
    expect(told(found)).toEqual(expected);
  }
});

test('[MW4] what is kept is bounded, what there is is counted', () => {
  const many = Buffer.from('abcd\0'.repeat(50));
  const { found, count } = find(many);
  expect(count).toBe(50);
  expect(found).toHaveLength(5);
  const long = find(Buffer.from('y'.repeat(1_000)));
  expect(long.found).toMatchObject([{ length: 1_000, text: 'y'.repeat(20) }]);
});

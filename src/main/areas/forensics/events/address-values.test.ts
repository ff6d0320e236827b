import { isAscii } from 'node:buffer';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../../../../tests/helpers/random.ts';
import { encodeValues, packValues, unpackValues } from './packed.ts';

const ODD = [
  ...['', '1.2.3', '01.2.3.4', '1.2.3.256', '1.2.3.4.5', '1..2.3', '1.2.3.4 ', '.1.2.3', '1.2.3.'],
  ...[
    'FE80::1',
    'Straße',
    'ΟΔΟΣ',
    '-',
    '\u0001["10.0.0.1"]',
    '1111.2.3.4',
    '10.0.0.1:443',
    '1.2.3.00',
  ],
];

const address = (random: Random): string =>
  Array.from({ length: 4 }, () => random.pick([0, 1, 10, 99, 127, 128, 255])).join('.');

function expectSame(values: readonly string[]): number {
  const stored = packValues(encodeValues(values));
  const part = unpackValues(stored);
  expect(part).toHaveLength(values.length);
  values.forEach((value, index) => {
    expect(part.at(index)).toBe(value);
    const { bytes, from, to } = part.bytesAt(index);
    expect(Buffer.from(bytes.subarray(from, to)).toString('utf8')).toBe(value);
  });
  const joined = part.joined();
  const isPlain = values.every(
    (value) => isAscii(Buffer.from(value)) && !value.startsWith('\u0001'),
  );
  expect(joined === null).toBe(!isPlain);
  values.forEach((value, index) => {
    if (joined)
      expect(joined.text.slice(index === 0 ? 0 : joined.end(index - 1), joined.end(index))).toBe(
        value.toLowerCase(),
      );
  });
  return stored.length;
}

test('[ES20] addresses come out as they went in, with whatever stands among them', () => {
  const random = createRandom(31);
  for (let left = 60; left > 0; left--) {
    const odds = random.pick([0, 0, 3, 10, 60]);
    const values = Array.from({ length: 1 + random.below(1_024) }, () =>
      random.chance(odds) ? random.pick(ODD) : address(random),
    );
    expectSame(values);
  }
  for (const odd of ODD) expectSame([...Array.from({ length: 20 }, () => address(random)), odd]);
});

test('[ES20] addresses take four bytes each, and are no larger than texts that are like them', () => {
  const random = createRandom(32);
  const values = Array.from({ length: 1_024 }, () =>
    Array.from({ length: 4 }, () => random.below(256)).join('.'),
  );
  expect(expectSame(values)).toBe(1 + 4 + 4 * 1_024);
  expect(expectSame(values.map((value) => `${value} `))).toBeGreaterThan(5_000);
});

test('[ES20] addresses of segments that were written before are read as they are', () => {
  const values = ['10.0.0.1', '192.0.2.9'];
  // Not compressed; how many; where each ends; the texts.
  const stored = Buffer.from([
    0,
    2,
    0,
    0,
    0,
    8,
    0,
    0,
    0,
    17,
    0,
    0,
    0,
    ...Buffer.from(values.join('')),
  ]);
  const part = unpackValues(stored);
  expect([part.at(0), part.at(1), part.length]).toEqual([...values, 2]);
});

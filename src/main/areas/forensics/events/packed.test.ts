import { expect, test } from 'vitest';
import { createRandom } from '../../../../../tests/helpers/random.ts';
import { encodeValues, packNumbers, packValues, unpackNumbers, unpackValues } from './packed.ts';

/** What rows hold: nothing, what lies close together, far apart, or is no whole number. */
const SPREADS: readonly (readonly [least: number, range: number, step: number])[] = [
  [0, 0, 1],
  [1_700_000_000_000, 60_000, 1],
  [1_700_000_000_000, 4_000_000_000, 1],
  [-5, 8_000_000_000_000, 1],
  [0, 9, 0.25],
];

test('[ES1] numbers of rows come out as they went in, one by one and all at once', () => {
  const random = createRandom(51);
  for (const [least, range, step] of SPREADS)
    for (const missing of [0, 20, 100])
      for (const rows of [1, 7, 3_000]) {
        const numbers = Float64Array.from({ length: rows }, () =>
          random.chance(missing)
            ? Number.NaN
            : least + random.below(1_000_000) * (range / 1e6 || step),
        );
        const whole = numbers.map((value) => (step === 1 ? Math.floor(value) : value));
        const read = unpackNumbers(packNumbers(whole, rows), rows);
        expect(read.all()).toEqual(whole);
        expect(Float64Array.from(whole, (_, row) => read.at(row))).toEqual(whole);
        // What is given is the asker's own.
        read.all().fill(1);
        expect(read.all()).toEqual(whole);
      }
});

test('[ES1] values come out whole, whatever their size says of the room they need', () => {
  for (const length of [1, 255, 256, 511, 512, 513, 65_535, 65_791, 65_792, 70_000, 1 << 20]) {
    const values = ['x'.repeat(length), `${length}`];
    const part = unpackValues(packValues(encodeValues(values)));
    expect([part.at(0), part.at(1)]).toEqual(values);
  }
});

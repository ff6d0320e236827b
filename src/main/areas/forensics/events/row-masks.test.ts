import { expect, test } from 'vitest';
import { createRandom } from '../../../../../tests/helpers/random.ts';
import { countOnes, eachFound } from './row-masks.ts';

test('[ES2] the places that are found are given once, from either end, however long the mask', () => {
  const random = createRandom(51);
  for (let length = 0; length < 70; length++) {
    const mask = Uint8Array.from({ length }, () => (random.chance(30) ? 1 : 0));
    const expected = [...mask.keys()].filter((place) => mask[place] === 1);
    for (const isBackwards of [false, true]) {
      const places: number[] = [];
      eachFound(mask, { isBackwards }, (place) => places.push(place));
      expect(isBackwards ? places.reverse() : places).toEqual(expected);
    }
    expect(countOnes(mask)).toBe(expected.length);
  }
});

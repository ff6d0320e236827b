import { expect, test } from 'vitest';
import { GO_PLACES } from './go-keys.places.ts';
import { createGoKeys, GO_WITHIN_MS } from './go-keys.ts';

const press = (key: string, at = 0, isElsewhere = false) => ({ key, at, isElsewhere });

test('[SE9] g and a letter go to every screen and to the settings', () => {
  expect(GO_PLACES.map(({ goKey }) => goKey).join(' ')).toBe('d a f c r p e v u i t s');
  for (const screen of GO_PLACES) {
    const read = createGoKeys(GO_PLACES);
    expect(read(press('g'))).toEqual({ type: 'begun' });
    expect(read(press(screen.goKey, 10))).toEqual({ type: 'go', path: screen.path });
  }
});

test('a letter alone, too late or unknown goes nowhere', () => {
  const read = createGoKeys(GO_PLACES);
  expect(read(press('a'))).toEqual({ type: 'ignored' });
  read(press('g'));
  expect(read(press('a', GO_WITHIN_MS + 1))).toEqual({ type: 'ignored' });
  read(press('g'));
  expect(read(press('z'))).toEqual({ type: 'ignored' });
  expect(read(press('a'))).toEqual({ type: 'ignored' });
});

test('what is typed into a field is not taken, and ends what was begun', () => {
  const read = createGoKeys(GO_PLACES);
  expect(read(press('g', 0, true))).toEqual({ type: 'ignored' });
  expect(read(press('a', 1))).toEqual({ type: 'ignored' });
  read(press('g', 2));
  expect(read(press('a', 3, true))).toEqual({ type: 'ignored' });
  expect(read(press('a', 4))).toEqual({ type: 'ignored' });
});

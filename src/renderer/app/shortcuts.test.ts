import { describe, expect, test } from 'vitest';
import { DESK_SHORTCUT_GROUP } from '../areas/alerts/alerts.keys.ts';
import { GO_PLACES } from './go-keys.places.ts';
import { globalShortcuts, keyCaps, permittedGroups, spokenKeys } from './shortcuts.ts';

describe('[SE9] the sheet of shortcuts', () => {
  const global = globalShortcuts(GO_PLACES);

  test('names the palette, itself, F8, and g with the letter of every screen', () => {
    const keys = global.flatMap(({ shortcuts }) => shortcuts.map((shortcut) => shortcut.keys));
    expect(keys).toEqual(expect.arrayContaining(['Mod+k', '?', 'F8', 'g d', 'g a', 'g s']));
    expect(keys.filter((one) => one.startsWith('g '))).toHaveLength(GO_PLACES.length);
  });

  test('no key of the desk means something else everywhere', () => {
    const everywhere = global.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
    const desk = DESK_SHORTCUT_GROUP.shortcuts.map(({ keys }) => keys);
    expect(desk.filter((keys) => everywhere.includes(keys))).toEqual(['Escape']);
    expect(desk).not.toContain('g');
  });

  test('leaves out what the role may not do', () => {
    const [reader] = permittedGroups([DESK_SHORTCUT_GROUP], () => false);
    const labels = reader?.shortcuts.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Next alert', 'Open', 'Search']));
    for (const label of ['Resolve', 'Assign', 'Select', 'Create alert']) {
      expect(labels).not.toContain(label);
    }
    expect(permittedGroups([DESK_SHORTCUT_GROUP], () => true)).toEqual([DESK_SHORTCUT_GROUP]);
    const writes = [
      { title: 'x', shortcuts: [{ keys: 'y', label: 'z', needs: 'alerts.write' as const }] },
    ];
    expect(permittedGroups(writes, () => false)).toEqual([]);
  });

  test.each([
    ['j', [['J']], 'J'],
    ['J', [['Shift', 'J']], 'Shift J'],
    ['Mod+k', [['Ctrl', 'K']], 'Ctrl K'],
    ['g d', [['G'], ['D']], 'G then D'],
    ['Escape', [['Esc']], 'Esc'],
    ['Enter', [['↵']], 'Enter'],
    ['F8', [['F8']], 'F8'],
    ['/', [['/']], '/'],
  ])('%s stands on the caps as %j and is read as %s', (keys, caps, spoken) => {
    expect(keyCaps(keys, false)).toEqual(caps);
    expect(spokenKeys(keys, false)).toBe(spoken);
  });

  test('a Mac has its own modifier', () => expect(keyCaps('Mod+k', true)).toEqual([['⌘', 'K']]));
});

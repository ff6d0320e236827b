import { describe, expect, test } from 'vitest';
import { commandOf, DESK_SHORTCUTS, type KeyPress } from './alerts.keys.ts';

const press = (key: string, over: Partial<KeyPress> = {}) =>
  commandOf({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isRepeated: false,
    inField: false,
    onControl: false,
    inDialog: false,
    inLayer: false,
    ...over,
  });

describe('keys of the desk', () => {
  test.each([
    ['j', { type: 'move', by: 1, extend: false }],
    ['k', { type: 'move', by: -1, extend: false }],
    ['Enter', { type: 'open' }],
    ['x', { type: 'select' }],
    ['i', { type: 'transition', action: 'investigate' }],
    ['r', { type: 'transition', action: 'resolve' }],
    ['f', { type: 'transition', action: 'false-positive' }],
    ['e', { type: 'escalate' }],
    ['a', { type: 'assign' }],
    ['/', { type: 'search' }],
    ['n', { type: 'create' }],
    ['Escape', { type: 'close' }],
  ])('%s does what the design says', (key, command) => expect(press(key)).toEqual(command));

  test('shift with j or k extends; Caps Lock alone does not', () => {
    expect(press('J', { shiftKey: true })).toEqual({ type: 'move', by: 1, extend: true });
    expect(press('J')).toEqual({ type: 'move', by: 1, extend: false });
    expect(press('/', { shiftKey: true })).toEqual({ type: 'search' });
  });
  test('a shifted letter without a meaning of its own does nothing', () => {
    expect(press('R', { shiftKey: true })).toBeNull();
  });
  test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('nothing happens with %s', (modifier) => {
    for (const { keys } of DESK_SHORTCUTS) expect(press(keys, { [modifier]: true })).toBeNull();
  });
  test.each(['inField', 'inLayer'] as const)('nothing happens %s', (place) => {
    for (const { keys } of DESK_SHORTCUTS) expect(press(keys, { [place]: true })).toBeNull();
  });
  test('Enter on a button or link is the button’s', () => {
    expect(press('Enter', { onControl: true })).toBeNull();
    expect(press('j', { onControl: true })).not.toBeNull();
  });
  test('[DK8] a key that is held down moves, and does nothing else again', () => {
    for (const { keys, command } of DESK_SHORTCUTS) {
      const held = press(keys, { isRepeated: true, shiftKey: /^[A-Z]$/.test(keys) });
      expect(held).toEqual(command.type === 'move' ? command : null);
    }
  });
  test('no key means two things', () => {
    const keys = DESK_SHORTCUTS.map((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
  test('a key without a meaning is left alone', () => expect(press('q')).toBeNull());
});

import { describe, expect, test } from 'vitest';
import { type PalettePress, paletteMeaning } from './palette-keys.ts';
import { createPaletteStore } from './palette-store.ts';

const press = (key: string, over: Partial<PalettePress> = {}): PalettePress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isElsewhere: false,
  inDialog: false,
  isDialogOpen: false,
  ...over,
});

describe('[SE10] keys of the palette and the sheet', () => {
  test.each(['ctrlKey', 'metaKey'] as const)('K with %s opens and closes the palette', (with_) => {
    expect(paletteMeaning(press('k', { [with_]: true }), null)).toBe('show-palette');
    expect(paletteMeaning(press('K', { [with_]: true }), null)).toBe('show-palette');
    const inside = { [with_]: true, isElsewhere: true, isDialogOpen: true };
    expect(paletteMeaning(press('k', inside), 'palette')).toBe('hide');
  });

  test('the palette opens out of a field, but over no dialog; the browser never gets the key', () => {
    const inField = press('k', { ctrlKey: true, isElsewhere: true });
    expect(paletteMeaning(inField, null)).toBe('show-palette');
    expect(paletteMeaning({ ...inField, isDialogOpen: true }, null)).toBe('nothing');
    expect(paletteMeaning({ ...inField, isDialogOpen: true }, 'shortcuts')).toBe('nothing');
  });

  test('? opens the sheet, but not while one types, nor with a modifier', () => {
    expect(paletteMeaning(press('?', { shiftKey: true }), null)).toBe('show-shortcuts');
    expect(paletteMeaning(press('?', { isElsewhere: true }), null)).toBeNull();
    expect(paletteMeaning(press('?', { ctrlKey: true }), null)).toBeNull();
  });

  test('other keys, and K with Shift or Alt, are left alone', () => {
    expect(paletteMeaning(press('k'), null)).toBeNull();
    expect(paletteMeaning(press('r'), null)).toBeNull();
    expect(paletteMeaning(press('k', { ctrlKey: true, shiftKey: true }), null)).toBeNull();
    expect(paletteMeaning(press('k', { ctrlKey: true, altKey: true }), null)).toBeNull();
  });

  test('what is typed before the palette is there is its beginning, and no shortcut of the screen', () => {
    expect(paletteMeaning(press('r'), 'palette')).toBe('type-ahead');
    expect(paletteMeaning(press('Escape'), 'palette')).toBe('hide');
    expect(paletteMeaning(press('Tab'), 'palette')).toBeNull();
    expect(
      paletteMeaning(press('r', { inDialog: true, isDialogOpen: true }), 'palette'),
    ).toBeNull();
    expect(paletteMeaning(press('r', { isDialogOpen: true }), 'palette')).toBe('type-ahead');
    const store = createPaletteStore();
    const { show, hide, type } = store.getState();
    show('palette');
    type('abc');
    expect(store.getState().typed).toBe('abc');
    hide();
    show('palette');
    expect(store.getState()).toMatchObject({ layer: 'palette', typed: '' });
  });
});

import { useEffect } from 'react';
import { isDialogOpen, keyPlaceOf } from '../ui/key-place.ts';
import type { PaletteLayer, PaletteStore } from './palette-store.ts';
import { SHEET_KEY } from './shortcuts.ts';

export interface PalettePress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Typed into a field, or while a menu, list or dialog has the keyboard. */
  readonly isElsewhere: boolean;
  /** Typed into a dialog. */
  readonly inDialog: boolean;
  readonly isDialogOpen: boolean;
}

export type PaletteMeaning = 'show-palette' | 'show-shortcuts' | 'hide' | 'type-ahead' | 'nothing';

/**
 * Ctrl or Cmd with K opens the palette, also out of a field, and closes it again; `?` opens the
 * sheet of shortcuts. Neither comes over another dialog. Null where the key is somebody else's.
 */
export function paletteMeaning(
  press: PalettePress,
  layer: PaletteLayer | null,
): PaletteMeaning | null {
  if (isPaletteKey(press)) {
    if (layer === 'palette') return 'hide';
    return press.isDialogOpen ? 'nothing' : 'show-palette';
  }
  // Asked for, and its field has not the focus yet: what is typed is meant for it, not for the screen.
  if (layer === 'palette' && !press.inDialog) {
    if (press.key === 'Escape') return 'hide';
    return isCharacter(press) ? 'type-ahead' : null;
  }
  return isSheetKey(press) ? 'show-shortcuts' : null;
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: PalettePress): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

function isCharacter({ key, ctrlKey, metaKey }: PalettePress): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey;
}

/** Where `?` stands on the keyboard differs; that Shift is held does not matter. */
function isSheetKey({ key, ctrlKey, metaKey, altKey, isElsewhere }: PalettePress): boolean {
  return key === SHEET_KEY && !ctrlKey && !metaKey && !altKey && !isElsewhere;
}

/** Listens before the screens do. */
export function usePaletteKeys(palette: PaletteStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { layer, typed, show, hide, type } = palette.getState();
      const meaning = paletteMeaning(pressOf(event), layer);
      if (meaning === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (meaning === 'show-palette') show('palette');
      else if (meaning === 'show-shortcuts') show('shortcuts');
      else if (meaning === 'hide') hide();
      else if (meaning === 'type-ahead') type(typed + event.key);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [palette]);
}

function pressOf(event: KeyboardEvent): PalettePress {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const { inField, inDialog, inLayer } = keyPlaceOf(event);
  return {
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    isElsewhere: inField || inLayer,
    inDialog,
    isDialogOpen: isDialogOpen(),
  };
}

import type { AlertTransition } from '../../../shared/areas/alerts/alerts.rules.ts';

/** What a key does on the desk. */
export type DeskCommand =
  | { readonly type: 'move'; readonly by: 1 | -1; readonly extend: boolean }
  | { readonly type: 'edge'; readonly to: 'first' | 'last' }
  | { readonly type: 'open' }
  | { readonly type: 'select' }
  | { readonly type: 'transition'; readonly action: AlertTransition['action'] }
  | { readonly type: 'escalate' }
  | { readonly type: 'assign' }
  | { readonly type: 'search' }
  | { readonly type: 'create' }
  | { readonly type: 'close' };

export interface DeskShortcut {
  readonly keys: string;
  readonly label: string;
  readonly command: DeskCommand;
}

/** The one list of the desk's keys: the handler reads it, a help sheet can show it. */
export const DESK_SHORTCUTS: readonly DeskShortcut[] = [
  { keys: 'j', label: 'Next alert', command: { type: 'move', by: 1, extend: false } },
  { keys: 'k', label: 'Previous alert', command: { type: 'move', by: -1, extend: false } },
  { keys: 'J', label: 'Extend selection down', command: { type: 'move', by: 1, extend: true } },
  { keys: 'K', label: 'Extend selection up', command: { type: 'move', by: -1, extend: true } },
  { keys: 'Home', label: 'First alert', command: { type: 'edge', to: 'first' } },
  { keys: 'End', label: 'Last loaded alert', command: { type: 'edge', to: 'last' } },
  { keys: 'Enter', label: 'Open', command: { type: 'open' } },
  { keys: 'x', label: 'Select', command: { type: 'select' } },
  { keys: 'i', label: 'Investigate', command: { type: 'transition', action: 'investigate' } },
  { keys: 'r', label: 'Resolve', command: { type: 'transition', action: 'resolve' } },
  { keys: 'f', label: 'False positive', command: { type: 'transition', action: 'false-positive' } },
  { keys: 'e', label: 'Escalate', command: { type: 'escalate' } },
  { keys: 'a', label: 'Assign', command: { type: 'assign' } },
  { keys: '/', label: 'Search', command: { type: 'search' } },
  { keys: 'n', label: 'Create alert', command: { type: 'create' } },
  { keys: 'Escape', label: 'Close', command: { type: 'close' } },
];

/** The parts of a key press and its target that decide. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Focus is in a field that takes text or moves by keys. */
  readonly inField: boolean;
  /** Focus is on something that Enter itself activates (a button, a link). */
  readonly onControl: boolean;
  /** A dialog or menu is open: it has the keyboard. */
  readonly inLayer: boolean;
}

/** Shift is part of a letter's name ('J'), except where Caps Lock made the capital. */
function nameOf(press: KeyPress): string {
  return /^[a-z]$/i.test(press.key)
    ? press.shiftKey
      ? press.key.toUpperCase()
      : press.key.toLowerCase()
    : press.key;
}

/** The command of a key press, or null where the key belongs to something else. */
export function commandOf(press: KeyPress): DeskCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.inLayer) return null;
  if (press.inField) return null;
  const name = nameOf(press);
  if (name === 'Enter' && press.onControl) return null;
  return DESK_SHORTCUTS.find((shortcut) => shortcut.keys === name)?.command ?? null;
}

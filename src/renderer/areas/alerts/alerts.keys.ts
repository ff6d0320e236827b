import type { AlertTransition } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { Shortcut, ShortcutGroup } from '../../api/shortcuts.tsx';
import type { KeyPlace } from '../../ui/key-place.ts';

/** What a key does on the desk. */
export type DeskCommand =
  | { readonly type: 'move'; readonly by: 1 | -1; readonly extend: boolean }
  | { readonly type: 'edge'; readonly to: 'first' | 'last' }
  | { readonly type: 'open' }
  | { readonly type: 'select' }
  | { readonly type: 'select-more' }
  | { readonly type: 'transition'; readonly action: AlertTransition['action'] }
  | { readonly type: 'escalate' }
  | { readonly type: 'assign' }
  | { readonly type: 'verdict' }
  | { readonly type: 'watch' }
  | { readonly type: 'comment' }
  | { readonly type: 'search' }
  | { readonly type: 'create' }
  | { readonly type: 'close' };

export interface DeskShortcut extends Shortcut {
  readonly command: DeskCommand;
}

const WRITE = { needs: 'alerts.write' } as const;

/** The one list of the desk's keys: the handler reads it, the sheet of shortcuts shows it. */
export const DESK_SHORTCUTS: readonly DeskShortcut[] = [
  { keys: 'j', label: 'Next alert', command: { type: 'move', by: 1, extend: false } },
  { keys: 'k', label: 'Previous alert', command: { type: 'move', by: -1, extend: false } },
  {
    keys: 'J',
    label: 'Extend selection down',
    command: { type: 'move', by: 1, extend: true },
    ...WRITE,
  },
  {
    keys: 'K',
    label: 'Extend selection up',
    command: { type: 'move', by: -1, extend: true },
    ...WRITE,
  },
  { keys: 'Home', label: 'First alert', command: { type: 'edge', to: 'first' } },
  { keys: 'End', label: 'Last loaded alert', command: { type: 'edge', to: 'last' } },
  { keys: 'Enter', label: 'Open', command: { type: 'open' } },
  { keys: 'x', label: 'Select', command: { type: 'select' }, ...WRITE },
  {
    keys: 'X',
    label: 'Select the page, then all that match',
    command: { type: 'select-more' },
    ...WRITE,
  },
  {
    keys: 'i',
    label: 'Investigate',
    command: { type: 'transition', action: 'investigate' },
    ...WRITE,
  },
  { keys: 'r', label: 'Resolve', command: { type: 'transition', action: 'resolve' }, ...WRITE },
  {
    keys: 'f',
    label: 'False positive',
    command: { type: 'transition', action: 'false-positive' },
    ...WRITE,
  },
  { keys: 'e', label: 'Escalate', command: { type: 'escalate' }, ...WRITE },
  { keys: 'a', label: 'Assign', command: { type: 'assign' }, ...WRITE },
  { keys: 'v', label: 'Give a verdict', command: { type: 'verdict' }, ...WRITE },
  { keys: 'w', label: 'Watch or unwatch', command: { type: 'watch' }, ...WRITE },
  { keys: 'c', label: 'Comment', command: { type: 'comment' }, ...WRITE },
  { keys: '/', label: 'Search', command: { type: 'search' } },
  { keys: 'n', label: 'Create alert', command: { type: 'create' }, ...WRITE },
  { keys: 'Escape', label: 'Close', command: { type: 'close' } },
];

export const DESK_SHORTCUT_GROUP: ShortcutGroup = {
  title: 'Alerts & Incidents',
  shortcuts: DESK_SHORTCUTS,
};

/** The parts of a key press that decide, and where it happened. */
export interface KeyPress extends KeyPlace {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is being held down. */
  readonly isRepeated: boolean;
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
  const command = DESK_SHORTCUTS.find((shortcut) => shortcut.keys === name)?.command ?? null;
  // A key that is held down moves on, and changes nothing a second time.
  return press.isRepeated && command?.type !== 'move' ? null : command;
}

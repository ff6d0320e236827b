import type { Shortcut, ShortcutGroup } from '../api/shortcuts.tsx';
import type { GoPlace } from './go-keys.ts';

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', Enter: '↵' };

/** The keys that work on every screen: what handles them and the sheet read this. */
export const PALETTE_KEYS = 'Mod+k';
export const SHEET_KEY = '?';

export function globalShortcuts(places: readonly GoPlace[]): ShortcutGroup[] {
  return [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: PALETTE_KEYS, label: 'Search, go anywhere, run a command' },
        { keys: SHEET_KEY, label: 'Keyboard shortcuts' },
        { keys: 'F8', label: 'To the messages' },
        { keys: 'Escape', label: 'Close what is open' },
      ],
    },
    {
      title: 'Go to',
      shortcuts: places.map(({ goKey, label }) => ({ keys: goKeys(goKey), label })),
    },
  ];
}

export function goKeys(goKey: string): string {
  return `g ${goKey}`;
}

/** What stands on the caps, for keys pressed together; several of them are pressed one after the other. */
export function keyCaps(keys: string, isMac: boolean): string[][] {
  return keys.split(' ').map((press) => press.split('+').flatMap((key) => capsOf(key, isMac)));
}

function capsOf(key: string, isMac: boolean): string[] {
  if (key === 'Mod') return [isMac ? '⌘' : 'Ctrl'];
  if (/^[A-Z]$/.test(key)) return ['Shift', key];
  return [NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)];
}

/** How a reader of the screen says them: 'G then D', 'Ctrl K'. */
export function spokenKeys(keys: string, isMac: boolean): string {
  return keyCaps(keys, isMac)
    .map((caps) => caps.map((cap) => (cap === '↵' ? 'Enter' : cap)).join(' '))
    .join(' then ');
}

/** The groups without what the role may not do. */
export function permittedGroups(
  groups: readonly ShortcutGroup[],
  may: (permission: NonNullable<Shortcut['needs']>) => boolean,
): ShortcutGroup[] {
  return groups
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter(({ needs }) => needs === undefined || may(needs)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}

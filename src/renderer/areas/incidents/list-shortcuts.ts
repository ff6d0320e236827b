import type { Shortcut, ShortcutGroup } from '../../api/shortcuts.tsx';
import { GROUP_ACTIONS } from './group-actions.ts';

const WRITE = { needs: 'alerts.write' } as const;

function shortcutsOf(one: string, more: readonly Shortcut[]): Shortcut[] {
  return [
    { keys: 'j', label: `Next ${one}` },
    { keys: 'k', label: `Previous ${one}` },
    { keys: 'Enter', label: 'Open' },
    { keys: 'x', label: 'Select', ...WRITE },
    { keys: 'X', label: 'Select all alerts that match', ...WRITE },
    ...GROUP_ACTIONS.flatMap(({ keys, label }) =>
      keys === undefined ? [] : [{ keys, label: `${label}, all alerts`, ...WRITE }],
    ),
    ...more,
    { keys: '/', label: 'Search' },
    { keys: 'Escape', label: 'Close' },
  ];
}

export const GROUP_SHORTCUTS: ShortcutGroup = {
  title: 'Groups of repeats',
  shortcuts: shortcutsOf('group', []),
};

export const INCIDENT_SHORTCUTS: ShortcutGroup = {
  title: 'Incidents',
  shortcuts: shortcutsOf('incident', [{ keys: 'm', label: 'Merge the selected ones', ...WRITE }]),
};

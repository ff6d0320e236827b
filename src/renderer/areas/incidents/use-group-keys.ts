import { type RefObject, useEffect, useRef } from 'react';
import type { ShortcutGroup } from '../../api/shortcuts.tsx';
import { keyPlaceOf } from '../../ui/key-place.ts';
import { GROUP_ACTIONS, type GroupAction } from './group-actions.ts';
import type { GroupAddress } from './group-search.ts';

const ACTION_KEYS: Readonly<Record<string, GroupAction['id']>> = {
  i: 'investigate',
  r: 'resolve',
  f: 'false-positive',
  e: 'escalate',
};

export const GROUP_SHORTCUTS: ShortcutGroup = {
  title: 'Groups of repeats',
  shortcuts: [
    { keys: 'j', label: 'Next group' },
    { keys: 'k', label: 'Previous group' },
    { keys: 'Enter', label: 'Open' },
    { keys: 'x', label: 'Select', needs: 'alerts.write' },
    { keys: 'i', label: 'Investigate all alerts', needs: 'alerts.write' },
    { keys: 'r', label: 'Resolve all alerts', needs: 'alerts.write' },
    { keys: 'f', label: 'False positive, all alerts', needs: 'alerts.write' },
    { keys: 'e', label: 'Escalate all alerts', needs: 'alerts.write' },
    { keys: '/', label: 'Search' },
    { keys: 'Escape', label: 'Close' },
  ],
};

interface GroupKeys {
  readonly address: GroupAddress;
  readonly selected: ReadonlySet<string>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onAct: (action: GroupAction, keys: readonly string[]) => void;
}

/** The keys of the view, while no field and no dialog has them; within the rows the table has its own. */
export function useGroupKeys(deps: GroupKeys): void {
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const place = keyPlaceOf(event);
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || isModified || place.inLayer || place.inField) return;
      if (run(latest.current, event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function run({ address, selected, search, onAct }: GroupKeys, key: string): boolean {
  if (key === '/') {
    search.current?.focus();
    return true;
  }
  if (key === 'Escape' && address.openKey !== null) {
    address.open(null);
    return true;
  }
  if (key === 'j' || key === 'k') return focusRow();
  const action = GROUP_ACTIONS.find(({ id }) => id === ACTION_KEYS[key]);
  const keys = selected.size > 0 ? [...selected] : address.openKey ? [address.openKey] : [];
  if (!action || keys.length === 0) return false;
  onAct(action, keys);
  return true;
}

/** From anywhere else the first of them leads into the rows; there the table moves. */
function focusRow(): boolean {
  const row = document.querySelector<HTMLElement>('[role="grid"] tbody tr[tabindex="0"]');
  row?.focus();
  return row !== null;
}

import { type RefObject, useEffect, useRef } from 'react';
import type { ShortcutGroup } from '../../api/shortcuts.tsx';
import { keyPlaceOf } from '../../ui/key-place.ts';
import type { IncidentAddress } from './use-incident-address.ts';
import type { IncidentDialog } from './use-incident-dialog.ts';

export const INCIDENT_SHORTCUTS: ShortcutGroup = {
  title: 'Incidents',
  shortcuts: [
    { keys: 'j', label: 'Next incident' },
    { keys: 'k', label: 'Previous incident' },
    { keys: 'Enter', label: 'Open' },
    { keys: 'x', label: 'Select', needs: 'alerts.write' },
    { keys: 'm', label: 'Merge the selected ones', needs: 'alerts.write' },
    { keys: '/', label: 'Search' },
    { keys: 'Escape', label: 'Close' },
  ],
};

interface IncidentKeys {
  readonly address: IncidentAddress;
  readonly selected: ReadonlySet<string>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly ask: (dialog: IncidentDialog) => void;
}

/** The keys of the view, while no field and no dialog has them; within the rows the table has its own. */
export function useIncidentKeys(deps: IncidentKeys): void {
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

function run({ selected, search, ask }: IncidentKeys, key: string): boolean {
  if (key === '/') {
    search.current?.focus();
    return true;
  }
  if (key === 'm' && selected.size > 1) {
    ask('merge');
    return true;
  }
  if (key !== 'j' && key !== 'k') return false;
  // From anywhere else the first of them leads into the rows; there the table moves.
  const row = document.querySelector<HTMLElement>('[role="grid"] tbody tr[tabindex="0"]');
  row?.focus();
  return row !== null;
}

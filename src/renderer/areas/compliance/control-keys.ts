import type { RefObject } from 'react';
import { useEffect } from 'react';
import type { ShortcutGroup } from '../../api/shortcuts.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { keyPlaceOf } from '../../ui/key-place.ts';

/** What the sheet of shortcuts shows; the rows themselves take j, k, x and Enter. */
const CONTROL_SHORTCUTS: ShortcutGroup = {
  title: 'Controls',
  shortcuts: [
    { keys: 'j', label: 'Next control' },
    { keys: 'k', label: 'Previous control' },
    { keys: 'Enter', label: 'Open' },
    { keys: 'x', label: 'Select', needs: 'compliance.write' },
    { keys: '/', label: 'Search' },
    { keys: 'n', label: 'Create control', needs: 'compliance.write' },
    { keys: 'Escape', label: 'Close' },
  ],
};

const FIRST_ROW =
  '#controls-work [role="grid"] tr[tabindex="0"], #controls-work [role="treeitem"][tabindex="0"]';

export interface ControlKeysDeps {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly mayWrite: boolean;
  readonly onCreate: () => void;
  /** True where there was something to close. */
  readonly onClose: () => boolean;
}

/** The keyboard of the tab, while no field and no dialog has it. */
export function useControlKeys({ search, mayWrite, onCreate, onClose }: ControlKeysDeps): void {
  useShortcuts(CONTROL_SHORTCUTS);
  useEffect(() => {
    const run = (key: string): boolean => {
      if (key === '/') search.current?.focus();
      else if (key === 'n' && mayWrite) onCreate();
      else if (key === 'Escape') return onClose();
      else if (key === 'j' || key === 'k') document.querySelector<HTMLElement>(FIRST_ROW)?.focus();
      else return false;
      return true;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const place = keyPlaceOf(event);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (place.inLayer || place.inField) return;
      if (run(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [search, mayWrite, onCreate, onClose]);
}

import { type RefObject, useEffect, useRef } from 'react';
import { keyPlaceOf } from '../../ui/key-place.ts';
import { GROUP_ACTIONS, type GroupAction } from './group-actions.ts';

export interface ListKeys {
  readonly search: RefObject<HTMLInputElement | null>;
  /** Something is selected: keys act on it. */
  readonly isChosen: boolean;
  readonly openId: string | null;
  readonly mayWrite: boolean;
  /** Null: to what is selected. */
  readonly act: (action: GroupAction, id: string | null) => void;
  /** The selection, or what is open, goes; false where there is neither. */
  readonly close: () => boolean;
  /** Selects all that match. */
  readonly selectAll: () => boolean;
  /** Keys of this view alone, for who may write. */
  readonly more?: Readonly<Record<string, () => boolean>>;
}

/** The keys of the view, while no field and no dialog has them; within the rows the table has its own. */
export function useListKeys(deps: ListKeys): void {
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

function run(deps: ListKeys, key: string): boolean {
  if (key === '/') {
    deps.search.current?.focus();
    deps.search.current?.select();
    return true;
  }
  if (key === 'Escape') return deps.close();
  if (key === 'j' || key === 'k') return focusRow();
  if (!deps.mayWrite) return false;
  if (key === 'X') return deps.selectAll();
  const more = deps.more?.[key];
  if (more) return more();
  const action = GROUP_ACTIONS.find(({ keys }) => keys === key);
  const id = deps.isChosen ? null : (focusedRow() ?? deps.openId);
  if (!action || (id === null && !deps.isChosen)) return false;
  deps.act(action, id);
  return true;
}

/** The row that has the keyboard. */
function focusedRow(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[role="grid"] tr[data-row-id]');
  return row?.dataset.rowId ?? null;
}

/** From anywhere else the first of them leads into the rows; there the table moves. */
function focusRow(): boolean {
  const row = document.querySelector<HTMLElement>('[role="grid"] tbody tr[tabindex="0"]');
  row?.focus();
  return row !== null;
}

import { type KeyboardEvent, useState } from 'react';
import { idsBetween } from './data-table.layout.ts';

interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
}

export interface RowCursor {
  readonly activeId: string | null;
  /** The active row was reached by a key: it takes the focus when it is drawn. */
  readonly movesFocus: boolean;
  /** The row that Tab leads to; the first in view where none is active. */
  tabStop(firstInView: number): number;
  setActive(id: string): void;
  select(id: string, isExtending: boolean): void;
  /** The index that a key leads to; null where the key is not one of the rows'. */
  onKey(event: KeyboardEvent<HTMLElement>): number | null;
}

const PAGE_ROWS = 10;

/** Where the keyboard is in the rows of a table, and what it selects. */
export function useRowCursor(ids: readonly string[], selection: Selection | undefined): RowCursor {
  const [active, setActive] = useState<{ id: string; movesFocus: boolean } | null>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  const at = active === null ? -1 : ids.indexOf(active.id);
  const select = (id: string, isExtending: boolean) => {
    if (!selection) return;
    if (isExtending && anchor !== null) {
      selection.onChange(new Set([...selection.ids, ...idsBetween(ids, anchor, id)]));
      return;
    }
    setAnchor(id);
    selection.onChange(toggled(selection.ids, id));
  };
  const moveTo = (index: number, isExtending: boolean): number | null => {
    const id = ids[Math.max(0, Math.min(ids.length - 1, index))];
    if (id === undefined) return null;
    const from = active?.id ?? id;
    setActive({ id, movesFocus: true });
    if (isExtending && selection) {
      const start = anchor ?? from;
      setAnchor(start);
      selection.onChange(new Set([...selection.ids, ...idsBetween(ids, start, id)]));
    }
    return ids.indexOf(id);
  };
  return {
    activeId: active?.id ?? null,
    movesFocus: active?.movesFocus ?? false,
    tabStop: (firstInView) => (at >= 0 ? at : firstInView),
    setActive: (id) => setActive((old) => (old?.id === id ? old : { id, movesFocus: false })),
    select,
    onKey(event) {
      // A button, a link or a field inside a cell keeps its own keys.
      if (!(event.target instanceof HTMLTableRowElement)) return null;
      if (selection && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        selection.onChange(new Set(ids));
        return at;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return null;
      if (selection && (event.key === ' ' || event.key === 'x') && active) {
        select(active.id, event.shiftKey);
        return at;
      }
      const target = targetOf(event.key, at, ids.length);
      return target === null ? null : moveTo(target, event.shiftKey);
    },
  };
}

function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return at + 1;
    case 'ArrowUp':
    case 'k':
    case 'K':
      return at - 1;
    case 'PageDown':
      return at + PAGE_ROWS;
    case 'PageUp':
      return at - PAGE_ROWS;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

import { useRef } from 'react';

const OPEN_LAYER = '[role="dialog"], [role="alertdialog"]';

/**
 * Gives focus back to what had it when a layer opened. Radix does this for layers with a trigger of
 * their own; ours are opened by state (a key, a menu item, a row). Where the opener is gone (its
 * row was scrolled away), the main area gets the focus, never the top of the document. Radix asks a
 * moment after the layer has gone: where the next one is open by then, the focus stays in it (what
 * is being typed there would be selected, and overwritten by the next key).
 */
export function useFocusReturn(): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (document.activeElement?.closest(OPEN_LAYER)) return;
      const target = opener.current;
      const isThere = target instanceof HTMLElement && target.isConnected;
      const isUseful = isThere && target !== document.body;
      (isUseful ? target : document.querySelector<HTMLElement>('main'))?.focus();
    },
  };
}

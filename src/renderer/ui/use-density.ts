import { useSyncExternalStore } from 'react';

const COMPACT_ROW_PX = 36;
const COMFORTABLE_ROW_PX = 44;

/** Whether rows have room to breathe, as the density on the document says, now and from now on. */
export function useIsComfortable(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange);
      observer.observe(document.documentElement, { attributeFilter: ['data-density'] });
      return () => observer.disconnect();
    },
    () => document.documentElement.dataset.density === 'comfortable',
  );
}

/** The height of a row of a table. */
export function useRowHeight(): number {
  return useIsComfortable() ? COMFORTABLE_ROW_PX : COMPACT_ROW_PX;
}

/**
 * Lists that vendors give by page number within a window of time. A record that leaves the window while
 * its pages are read (it was removed, or changed and so got a later time) moves those behind it one
 * place forward, and one of them would be missed between two pages. The total shows it: where it
 * changes, the window is read again, and what is known already is merged.
 */
import { z } from 'zod';
import { readCursor } from '../kit/cursor.ts';
import { firstMoment, LATE_MS } from './cursor.ts';

export const pagedWindowSchema = z.object({
  /** ms since 1970, both inclusive. */
  from: z.number(),
  /** Null between two windows. */
  to: z.number().nullable(),
  /** 0 is the first. */
  page: z.number().int().min(0),
  /** Of the first page; null where the vendor tells none. */
  total: z.number().nullable(),
  hasMoved: z.boolean(),
  /** How often this window was read again. */
  again: z.number().int().min(0),
});
export type PagedWindow = z.infer<typeof pagedWindowSchema>;

/** A window that moves on and on is left after that: the next one reaches back over its end. */
const MOST_AGAIN = 3;

/** The window to read now, with its end. */
export function openWindow(
  cursor: PagedWindow | null,
  now: number,
  sinceDays: number,
): PagedWindow & { readonly to: number } {
  const at = cursor ?? closed(firstMoment(now, sinceDays));
  return { ...at, to: at.to ?? Math.max(now, at.from) };
}

export function windowOf(cursor: string | null): PagedWindow | null {
  return readCursor(pagedWindowSchema, cursor);
}

/** Where to go on after a page. */
export function afterPage(
  window: PagedWindow & { readonly to: number },
  page: { readonly total: number | null; readonly isLast: boolean },
): { readonly next: PagedWindow; readonly hasMore: boolean } {
  const isFirst = window.page === 0;
  const total = isFirst ? page.total : window.total;
  const hasMoved = !isFirst && (window.hasMoved || page.total !== total);
  if (!page.isLast) {
    return { next: { ...window, page: window.page + 1, total, hasMoved }, hasMore: true };
  }
  if (hasMoved && window.again < MOST_AGAIN) {
    const { from, to, again } = window;
    return {
      next: { ...closed(from), to, again: again + 1 },
      hasMore: true,
    };
  }
  return { next: closed(Math.max(window.from, window.to - LATE_MS)), hasMore: false };
}

function closed(from: number): PagedWindow {
  return { from, to: null, page: 0, total: null, hasMoved: false, again: 0 };
}

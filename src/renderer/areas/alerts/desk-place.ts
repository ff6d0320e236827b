import type { KnownPlace } from './alerts.ui.ts';
import type { AlertRows } from './use-alert-pages.ts';

interface Move {
  /** The alert that the keyboard is at, or the open one. */
  readonly id: string | null;
  readonly place: KnownPlace | null;
  readonly listKey: string;
  readonly by: 1 | -1;
}

/**
 * Where a step down or up leads. An alert that has left the list (it was investigated, the list is of
 * open ones) is gone on from at its place: what stood below it stands there now.
 */
export function nextIndex(
  rows: Pick<AlertRows, 'count' | 'indexOf'>,
  { id, place, listKey, by }: Move,
): number {
  const at = id === null ? -1 : rows.indexOf(id);
  const wasHere = place !== null && place.id === id && place.listKey === listKey;
  const to = at >= 0 ? at + by : wasHere ? (by === 1 ? place.index : place.index - 1) : 0;
  return Math.max(0, Math.min(rows.count - 1, to));
}

/** Every alert of a filter, for whoever does something to all of them. */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { Place, Position } from './alert-filter.store.ts';
import { askQuery } from './query-ask.store.ts';
import { keptTotal } from './query-count.store.ts';
import { placesOfQuery } from './query-list.store.ts';

const AT_ONCE = 2_000;

/**
 * All places of a filter, newest first, each once, a stretch at a time: one step takes some milliseconds, and a
 * stretch may be empty while the next matches are looked for. What changes meanwhile behind the last place is seen.
 *
 * @param filter Settled (alert-query.ts): a query in it holds moments and ids.
 * @param after To go on after a place that was given before.
 */
export function* alertPlaces(
  db: ReadDb,
  filter: AlertFilter,
  after: Position | null = null,
): Generator<readonly Place[], void> {
  let position = after;
  do {
    const found = placesOfQuery(db, askQuery(db, filter), { after: position, limit: AT_ONCE });
    yield found.places;
    position = found.next;
  } while (position);
}

/** How many there are, where that is known without a look at each; null else. */
export function alertTotal(db: ReadDb, filter: AlertFilter): number | null {
  const asked = askQuery(db, filter);
  return (
    keptTotal(db, asked) ?? placesOfQuery(db, asked, { after: null, limit: 1, lookMs: 0 }).total
  );
}

import { createAlertSuggester } from '../areas/alerts/alert-suggest.store.ts';
import { createEntitySuggester } from '../areas/entities/entity-suggest.ts';
import { createAlertSource } from '../areas/search/alert-source.ts';
import { createEntitySource } from '../areas/search/entity-source.ts';
import { createRecordSearch } from '../areas/search/record-search.ts';
import { createRecordReader } from '../areas/search/records.store.ts';
import { searchRoutes } from '../areas/search/search.routes.ts';
import { createSearchService } from '../areas/search/search.service.ts';
import type { Database } from '../db/database.ts';
import type { EventHub } from '../http/events.ts';
import type { Route } from '../http/route.ts';

/** The search over all areas, which hears of changes for as long as the app is open. */
export function wireSearch(db: Database, hub: EventHub): Route[] {
  const records = createRecordSearch(createRecordReader(db), db.viewer);
  hub.subscribe(records.follow);
  const alerts = createAlertSource(createAlertSuggester(db));
  const entities = createEntitySource(createEntitySuggester(db));
  return searchRoutes(createSearchService({ ...records.sources, alerts, entities }));
}

import { createFilterSettler } from '../areas/alerts/alert-settle.store.ts';
import { countRoutes } from '../areas/alerts/query-counts.routes.ts';
import { createCountService } from '../areas/alerts/query-counts.service.ts';
import { viewRoutes } from '../areas/views/views.routes.ts';
import { createViewService } from '../areas/views/views.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** The query language, its counts, and filters that are kept under names. */
export function wireViews({ db, hub, runner, clock, newId, attack }: CoreDeps): WiredArea {
  const counts = createCountService({
    ...{ db, runner, clock, settle: createFilterSettler(db, clock) },
    techniqueNames(reader) {
      const { names } = attack.of(reader);
      return (id) => names.find(id)?.name ?? null;
    },
  });
  return {
    routes: [...viewRoutes(createViewService({ db, newId })), ...countRoutes(counts)],
    start: () =>
      hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'workspace') counts.forget();
      }),
  };
}

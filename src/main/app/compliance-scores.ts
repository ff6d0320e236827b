import { startSnapshots } from '../areas/compliance/score-snapshots.ts';
import { createScoreCache } from '../areas/compliance/scores.cache.ts';
import { scoreRoutes } from '../areas/compliance/scores.routes.ts';
import { createScoreService } from '../areas/compliance/scores.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** Scores and their daily snapshot. */
export function wireScores({ db, clock, hub, log }: CoreDeps): WiredArea {
  const cache = createScoreCache(db);
  const service = createScoreService({ db, cache, clock });
  return {
    routes: scoreRoutes({ service, db, clock }),
    start() {
      const stopSnapshots = startSnapshots({ db, clock, log });
      // The database was replaced by a restored one.
      const stopListening = hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'workspace') cache.clear();
      });
      return () => {
        stopSnapshots();
        stopListening();
      };
    },
  };
}

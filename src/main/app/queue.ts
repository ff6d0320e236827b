import { wireActions } from './actions.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { wireDiscussion } from './discussion.ts';
import { wireEntities } from './entities.ts';
import { wireGroups } from './groups.ts';
import { wireHandover } from './handover.ts';
import { wireIncidents } from './incidents.ts';
import { wireSuppression } from './suppression.ts';
import { wireViews } from './views.ts';

/** What stands around the alerts: repeats and incidents, actions and their undoing, noise, views, entities, handover. */
export function wireQueue(core: CoreDeps): WiredArea {
  const areas = [
    wireGroups(core),
    wireIncidents(core),
    wireActions(core),
    wireSuppression(core),
    wireViews(core),
    wireEntities(core),
    wireHandover(core),
    wireDiscussion(core),
  ];
  return {
    routes: areas.flatMap(({ routes }) => routes),
    start() {
      const stops = areas.map((area) => area.start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

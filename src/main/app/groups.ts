import { matcherOf } from '../areas/alerts/alert-matcher.store.ts';
import { rowToAlert } from '../areas/alerts/alert-rows.ts';
import { createFilterSettler } from '../areas/alerts/alert-settle.store.ts';
import { groupRoutes } from '../areas/incidents/groups.routes.ts';
import { createGroupRunner } from '../areas/incidents/groups.runner.ts';
import { createGroupService } from '../areas/incidents/groups.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireGroups({ db, hub, runner, newId, clock, log }: CoreDeps): WiredArea {
  const groups = createGroupService({ db, newId, matcherOf, toAlert: rowToAlert });
  const builder = createGroupRunner({ db, runner, log });
  hub.subscribe(builder.follow);
  return {
    routes: groupRoutes(groups, createFilterSettler(db, clock)),
    start: builder.start,
  };
}

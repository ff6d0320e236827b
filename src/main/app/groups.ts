import { rowToAlert } from '../areas/alerts/alert-rows.ts';
import { createAlertStore } from '../areas/alerts/alerts.store.ts';
import { groupRoutes } from '../areas/incidents/groups.routes.ts';
import { createGroupRunner } from '../areas/incidents/groups.runner.ts';
import { createGroupService } from '../areas/incidents/groups.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireGroups({ db, hub, runner, newId, log }: CoreDeps): WiredArea {
  const alerts = createAlertStore(db);
  const groups = createGroupService({
    db,
    newId,
    findAlerts: (q, limit) =>
      alerts.list({ q }, { limit, after: null, withTotal: false }).rows.map(({ seq }) => seq),
    toAlert: rowToAlert,
  });
  const builder = createGroupRunner({ db, runner, log });
  hub.subscribe(builder.follow);
  return { routes: groupRoutes(groups), start: builder.start };
}

/** Rules of suppression, with what they need of alerts, controls and notifications. */
import { join } from 'node:path';
import { changeAlerts } from '../areas/alerts/alert-bulk.store.ts';
import { rowToAlert } from '../areas/alerts/alert-rows.ts';
import { createCrosswalkGraph } from '../areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../areas/compliance/crosswalk-library.ts';
import { hasControls, ruleExceptions } from '../areas/compliance/rule-exceptions.store.ts';
import { suggestControls } from '../areas/compliance/technique-suggestions.ts';
import { createThreatTable } from '../areas/compliance/threat-table.ts';
import { insertNotification } from '../areas/notifications/notifications.store.ts';
import { createSuppressionKeeper } from '../areas/suppression/suppression.keeper.ts';
import { suppressionRoutes } from '../areas/suppression/suppression.routes.ts';
import type { ControlChoice } from '../areas/suppression/suppression-control.ts';
import { createSuppressionService } from '../areas/suppression/suppressions.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireSuppression(core: CoreDeps): WiredArea {
  const { db, newId } = core;
  const resources = join(core.appRoot, 'resources');
  const table = createThreatTable(core.attack);
  const graph = createCrosswalkGraph(createCrosswalkLibrary(join(resources, 'crosswalks')));
  const controls: ControlChoice = {
    has: hasControls,
    suggest: (reader, techniques) => suggestControls(reader, { graph, table }, techniques),
  };
  const keeper = createSuppressionKeeper({
    ...core,
    changeAlerts,
    exceptions: ruleExceptions,
    tellOwner: (tx, told) => insertNotification(tx, { ...told, id: newId(), kind: 'review-due' }),
  });
  const rules = createSuppressionService({
    ...core,
    keeper,
    controls,
    exceptions: ruleExceptions,
    toAlert: rowToAlert,
  });
  return {
    routes: suppressionRoutes(rules, (techniques) =>
      db.read('suppression.controls', (reader) => controls.suggest(reader, techniques)),
    ),
    start() {
      const unsubscribe = core.hub.subscribe(keeper.follow);
      const stop = keeper.start();
      return () => {
        unsubscribe();
        stop();
      };
    },
  };
}

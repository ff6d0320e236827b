/** The local engine: decisions about alerts, automation that is earned, and what it needs of the desk. */
import { join } from 'node:path';
import { createAssetService, type EntityPort } from '../areas/assistant/assets.service.ts';
import { tacticsBy } from '../areas/assistant/attack-tactics.ts';
import { automationRoutes } from '../areas/assistant/automation.routes.ts';
import { createAutomationService } from '../areas/assistant/automation.service.ts';
import { createBacktestService } from '../areas/assistant/backtest.service.ts';
import { engineRoutes } from '../areas/assistant/engine.routes.ts';
import { createEngineRunner } from '../areas/assistant/engine.runner.ts';
import { createEngineService } from '../areas/assistant/engine.service.ts';
import { entityId } from '../areas/entities/entity-id.ts';
import { saveMark } from '../areas/entities/entity-records.store.ts';
import { normalEntity } from '../db/groups/entities.ts';
import { newUuid } from '../platform/ids.ts';
import { closeAlert, reopenAlert, tellOfTrip } from '../workers/desk-closing.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

const entities: EntityPort = {
  entityOf(kind, value) {
    const normal = normalEntity(kind, value) ?? value.toLowerCase();
    return { id: entityId(kind, normal), kind, value: normal };
  },
  mark: (tx, entity, mark, actor) =>
    saveMark(tx, entity, mark, {
      ...{ id: newUuid(), actor, kind: 'entities.mark' },
      summary: `Mark ${entity.kind} ${entity.value}`,
    }),
};

export function wireEngine(core: CoreDeps): WiredArea {
  const attackPath = join(core.appRoot, 'resources', 'attack');
  const tacticsOf = tacticsBy(core.attack);
  const power = { tacticsOf, closeAlert, reopenAlert, tell: tellOfTrip };
  const runner = createEngineRunner({ ...core, ...power, attackPath });
  const engine = createEngineService({ ...core, tacticsOf, wake: runner.wake });
  const automation = createAutomationService({ ...core, ...power });
  const backtest = createBacktestService({ ...core, attackPath });
  return {
    routes: [
      ...engineRoutes(engine),
      ...automationRoutes(automation, createAssetService({ db: core.db, entities }), backtest),
    ],
    start() {
      const unfollow = core.hub.subscribe(runner.follow);
      const stop = runner.start();
      return () => {
        unfollow();
        stop();
      };
    },
  };
}

import {
  automationContract,
  type Backtest,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { AssetService } from './assets.service.ts';
import type { AutomationService } from './automation.service.ts';

export interface BacktestPort {
  last(): Backtest | null;
  /** @throws AppError 'conflict' where one runs. */
  start(actor: string): { jobId: string };
}

export function automationRoutes(
  automation: AutomationService,
  assets: AssetService,
  backtest: BacktestPort,
): Route[] {
  const all = <T>(rows: T[]) => page(rows, rows.length, null);
  return [
    route(automationContract.health, () => automation.health()),
    route(automationContract.setPolicy, ({ body, session }) =>
      automation.setPolicy(body, session.user.id),
    ),
    route(automationContract.setPoints, ({ body, session }) =>
      automation.setPoints(body, session.user.id),
    ),
    route(automationContract.patterns, () => all(automation.patterns())),
    route(automationContract.switchPattern, ({ params, body, session }) =>
      automation.switchPattern(params.id, body, session.user.id),
    ),
    route(automationContract.audits, ({ query }) => {
      const { rows, total } = automation.audits(query.limit);
      return page(rows, total, null);
    }),
    route(automationContract.audit, ({ body, session }) => automation.audit(body, session.user.id)),
    route(automationContract.secondLooks, () => all(automation.secondLooks())),
    route(automationContract.decideSecondLook, ({ params, body, session }) =>
      automation.decideSecondLook(params.id, body, session.user.id),
    ),
    route(automationContract.trips, () => all(automation.trips())),
    route(automationContract.assets, () => all(assets.list())),
    route(automationContract.saveAsset, ({ body, session }) => assets.save(body, session.user.id)),
    route(automationContract.removeAsset, ({ params, session }) => {
      assets.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(automationContract.backtest, () => backtest.last()),
    route(automationContract.startBacktest, ({ session }) => backtest.start(session.user.id)),
  ];
}

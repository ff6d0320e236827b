import { engineContract } from '../../../shared/areas/assistant/engine.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { EngineService } from './engine.service.ts';

export function engineRoutes(engine: EngineService): Route[] {
  return [
    route(engineContract.explain, ({ params }) => engine.explain(params.id)),
    route(engineContract.state, () => engine.state()),
    route(engineContract.rescore, ({ session }) => engine.rescore(session.user.id)),
  ];
}

import { historyRoutes } from '../areas/history/history.routes.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireHistory({ db }: CoreDeps): WiredArea {
  return { routes: historyRoutes(db), start: () => () => undefined };
}

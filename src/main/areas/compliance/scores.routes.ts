import { scoresContract } from '../../../shared/areas/compliance/scores.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { jsonAnswer } from './json-answer.ts';
import { readTrend } from './score-snapshots.store.ts';
import type { ScoreService } from './scores.service.ts';
import { readChanges, readExpiring, readExpiry } from './scores-changes.store.ts';

const SPANS = { day: DAY_MS, week: 7 * DAY_MS } as const;

export interface ScoreRouteDeps {
  readonly service: ScoreService;
  readonly db: Database;
  readonly clock: Clock;
}

export function scoreRoutes({ service, db, clock }: ScoreRouteDeps): Route[] {
  return [
    route(scoresContract.metrics, () => service.metrics()),
    route(scoresContract.list, () => service.list()),
    route(scoresContract.framework, ({ params }) => {
      const { head, controlsJson } = service.framework(params.frameworkId);
      return jsonAnswer(`${JSON.stringify(head).slice(0, -1)},"controls":`, controlsJson, '}');
    }),
    route(scoresContract.control, ({ params }) => service.control(params.id)),
    route(scoresContract.trend, ({ query }) =>
      db.read('compliance.trend', (reader) => readTrend(reader, { ...query, now: clock.now() })),
    ),
    route(scoresContract.expiry, () =>
      db.read('compliance.expiry', (reader) => readExpiry(reader, clock.now())),
    ),
    route(scoresContract.expiring, ({ query }) => {
      const { limit } = query;
      const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
      const found = db.read('compliance.expiring', (reader) =>
        readExpiring(reader, { now: clock.now(), from, to, limit }),
      );
      return page(found.rows, found.total, null);
    }),
    route(scoresContract.changes, ({ query }) =>
      db.read('compliance.changes', (reader) => {
        const now = clock.now();
        return readChanges(reader, now - SPANS[query.since], now);
      }),
    ),
  ];
}

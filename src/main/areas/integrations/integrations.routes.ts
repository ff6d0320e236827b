import { integrationsContract } from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Database } from '../../db/database.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { AskService } from './ask.service.ts';
import type { IntegrationRunner } from './integrations.runner.ts';
import type { IntegrationService } from './integrations.service.ts';
import { listPushes } from './push.store.ts';
import { listRuns } from './runs.store.ts';
import { readSyncSettings, saveSyncSettings } from './sync-settings.store.ts';

export interface IntegrationRouteDeps {
  readonly db: Database;
  readonly integrations: IntegrationService;
  readonly runner: IntegrationRunner;
  readonly ask: AskService;
  readonly onChange: () => void;
}

export function integrationRoutes(deps: IntegrationRouteDeps): Route[] {
  const { db, integrations, runner, ask } = deps;
  const calls = integrationsContract;
  return [
    route(calls.list, async () => {
      const rows = await integrations.list();
      return page(rows, rows.length, null);
    }),
    route(calls.marketplace, async () => {
      const offers = await integrations.marketplace();
      return page(offers, offers.length, null);
    }),
    route(calls.settings, () => db.read('integrations.settings', readSyncSettings)),
    route(calls.saveSettings, ({ body, session }) => {
      db.write(
        { actor: session.user.id, origin: 'user', action: 'integrations.configureAll' },
        (tx) => saveSyncSettings(tx, body),
      );
      deps.onChange();
      return body;
    }),
    route(calls.create, ({ body, session }) => integrations.add(body, session.user.id)),
    route(calls.update, ({ params, body, session }) =>
      integrations.setStatus(params.id, body.status, {
        actor: session.user.id,
        lastSync: body.lastSync,
      }),
    ),
    route(calls.configure, ({ params, body, session }) =>
      integrations.configure(params.id, body, session.user.id),
    ),
    route(calls.pause, ({ params, body, session }) =>
      integrations.pause(params.id, body.isPaused, session.user.id),
    ),
    route(calls.remove, ({ params, session }) => {
      integrations.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(calls.test, ({ body }) => ask.test(body)),
    route(calls.sync, ({ params, session }) => runner.syncNow(params.id, session.user.id)),
    route(calls.runs, async ({ params, query }) => {
      await integrations.one(params.id);
      const rows = db.read('integrations.runs', (reader) =>
        listRuns(reader, params.id, query.limit),
      );
      return page(rows, null, null);
    }),
    route(calls.push, ({ params, body, session }) => ask.push(params.id, body, session.user.id)),
    route(calls.pushes, ({ query }) => {
      const rows = db.read('integrations.pushes', (reader) =>
        listPushes(reader, query.itemId ?? null, query.limit),
      );
      return page(rows, null, null);
    }),
  ];
}

/** Exports and imports in the formats of others, with their receipts. */
import { createFilterSettler } from '../areas/alerts/alert-settle.store.ts';
import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { exchangeRoutes } from '../areas/exchange/exchange.routes.ts';
import { createExchange } from '../areas/exchange/exchange.service.ts';
import { exchangeFiles } from '../areas/exchange/exchange-files.ts';
import { startDaily } from '../platform/daily.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireExchange(core: CoreDeps): WiredArea {
  const { db, clock, log } = core;
  const exchange = createExchange({
    ...core,
    store: exchangeFiles(core.dataDir, core.key),
    settle: createFilterSettler(db, clock),
    readUpload: readUploadBody,
  });
  return {
    routes: exchangeRoutes(exchange),
    start() {
      exchange
        .recover()
        .catch((cause) => log.warn('files of exchange could not be tidied', { cause }));
      return startDaily({ clock, log }, exchange.expire);
    },
  };
}

/** Indicators: their life, sweeps, exchange, and lists of what is known to be good. */
import { join } from 'node:path';
import { createRawReader } from '../areas/alerts/raw-records.store.ts';
import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { startExpiry } from '../areas/forensics/indicators/expiry.runner.ts';
import { createExtraction } from '../areas/forensics/indicators/extraction.service.ts';
import { createIndicatorImport } from '../areas/forensics/indicators/import.service.ts';
import { indicatorRoutes } from '../areas/forensics/indicators/indicators.routes.ts';
import { createIndicatorService } from '../areas/forensics/indicators/indicators.service.ts';
import { createSweepService } from '../areas/forensics/indicators/sweep.service.ts';
import {
  compilePattern,
  createWarninglists,
} from '../areas/forensics/indicators/warninglists.service.ts';
import { createGoodness } from '../areas/forensics/indicators/warninglists.store.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireIndicators(core: CoreDeps): WiredArea {
  const { db, runner, log, clock, hub } = core;
  const goodness = createGoodness(compilePattern);
  const files = { ...core, readUpload: readUploadBody };
  const imports = createIndicatorImport(files);
  const sweeps = createSweepService(core);
  const warninglists = createWarninglists({
    ...core,
    folder: join(core.appRoot, 'resources', 'warninglists'),
  });
  return {
    routes: indicatorRoutes({
      ...{ runner, imports, sweeps, warninglists, files },
      indicators: createIndicatorService({ ...core, goodness }),
      extraction: createExtraction({
        ...{ db, runner, goodness },
        findEvent: (id, eventId) => core.events.of(id).get(eventId),
        recordOf: (reader, seq) => createRawReader(reader)(seq)?.bytes ?? null,
      }),
    }),
    start() {
      imports.recover();
      sweeps.recover();
      const install = () =>
        warninglists
          .install()
          .catch((cause) => log.error('the lists of the product could not be read', { cause }));
      void install();
      // A workspace that is left takes all lists along; one that is restored may be older.
      const unsubscribe = hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'workspace') void install();
      });
      const stop = startExpiry({ db, clock, log });
      return () => {
        unsubscribe();
        stop();
      };
    },
  };
}

/** The collection schedule and the control mappings, with what they need of evidence itself. */
import { collectionRoutes } from '../areas/evidence/collection.routes.ts';
import { createCollectionService } from '../areas/evidence/collection.service.ts';
import { readCalendarDays } from '../areas/evidence/collection-calendar.store.ts';
import { createCollectionRunner } from '../areas/evidence/collection-runner.ts';
import type { CustodyKeeper } from '../areas/evidence/custody.store.ts';
import type { EvidenceService } from '../areas/evidence/evidence.service.ts';
import { link } from '../areas/evidence/evidence.writes.ts';
import { mappingRoutes } from '../areas/evidence/mappings.routes.ts';
import type { Route } from '../http/route.ts';
import { toICalendar } from '../platform/documents/icalendar.ts';
import type { CoreDeps } from './core-deps.ts';

export interface Collection {
  readonly routes: readonly Route[];
  /** Runs every automatic task whose day has come. */
  runDue(): Promise<void>;
}

export function wireCollection(
  { db, clock, newId, log, version }: CoreDeps,
  evidence: Pick<EvidenceService, 'collect'>,
  custody: CustodyKeeper,
): Collection {
  const runner = createCollectionRunner({
    ...{ db, clock, newId, log, version },
    // Whoever asked for it, a machine made it: any reviewer may judge it.
    collect: ({ bytes, actor: _, ...file }) =>
      evidence.collect({ ...file, collectedBy: null, collectionDate: file.periodEnd }, once(bytes)),
  });
  const collection = createCollectionService({
    ...{ db, clock, newId, runner },
    linkEvidence(tx, evidenceId, controlIds, actor) {
      for (const controlId of controlIds)
        link(tx, { custody, newId }, evidenceId, controlId, actor);
    },
  });
  const calendar = () => {
    const now = clock.now();
    return toICalendar(
      'Watchfloor evidence',
      db.read('evidence.calendar', (reader) => readCalendarDays(reader, now)),
      now,
    );
  };
  return {
    routes: [...collectionRoutes({ collection, calendar }), ...mappingRoutes(db, clock)],
    runDue: () => runner.runDue(),
  };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

import { readdir } from 'node:fs/promises';
import { createEventReader, type EventReader } from '../areas/forensics/events/event-reader.ts';
import { eventsFolder } from '../areas/forensics/events/event-store.ts';
import { eventRoutes } from '../areas/forensics/events/events.routes.ts';
import { findInvestigation } from '../areas/forensics/investigations.store.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredEvents extends WiredArea {
  readonly reader: EventReader;
}

type EventDeps = Pick<CoreDeps, 'db' | 'dataDir' | 'key' | 'hub' | 'log'> & {
  readonly workerEntry: string | URL;
};

/** Where one of these changed, an investigation may have gone; with the demo all of them go. */
const ENDS_CASES: ReadonlySet<string> = new Set(['forensic_investigations', 'workspace']);

/** Event stores: read in a thread of their own, and taken away with their investigation. */
export function wireEvents({ db, dataDir, key, workerEntry, hub, log }: EventDeps): WiredEvents {
  const folder = eventsFolder(dataDir);
  const reader = createEventReader(workerEntry, { folder, key });
  const isInvestigation = (id: string): boolean =>
    db.read('events.investigation', (from) => findInvestigation(from, id)) !== undefined;

  /** Also those of a workspace that was replaced meanwhile. */
  async function sweep(): Promise<void> {
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names) {
      const id = /^([\w-]+)\.db$/.exec(name)?.[1];
      if (id !== undefined && !isInvestigation(id)) await reader.removeInvestigation(id);
    }
  }

  return {
    reader,
    routes: eventRoutes({ reader, isInvestigation }),
    start() {
      const sweepLogged = () => {
        sweep().catch((error: unknown) =>
          log.error('Event stores could not be tidied', { cause: error }),
        );
      };
      sweepLogged();
      const stop = hub.subscribe((event) => {
        if (event.type === 'changed' && ENDS_CASES.has(event.resource)) sweepLogged();
      });
      return () => {
        stop();
        void reader.close();
      };
    },
  };
}

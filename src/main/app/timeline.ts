import type { CaseEvents } from '../areas/forensics/timeline/case-events.types.ts';
import { createClockService } from '../areas/forensics/timeline/clocks.service.ts';
import { createDigestService } from '../areas/forensics/timeline/digests.service.ts';
import { createPromotedFollower } from '../areas/forensics/timeline/follow-promoted.ts';
import {
  createPromotionService,
  type PromotionService,
} from '../areas/forensics/timeline/promotions.service.ts';
import { timelineRoutes } from '../areas/forensics/timeline/timeline.routes.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredTimeline extends WiredArea {
  /** Others take events into a case through it: hits of rules. */
  readonly promotions: PromotionService;
}

/** Timelines of cases, clocks of their sources, promoted events, processes and logons. */
export function wireTimeline({
  db,
  runner,
  attack,
  hub,
  log,
  events: reader,
}: CoreDeps): WiredTimeline {
  const events: CaseEvents = {
    sources: (id) => reader.of(id).sources(),
    get: (id, eventId) => reader.of(id).get(eventId),
    search: (id, query, page) => reader.of(id).search(query, page),
    setClock: (id, sourceId, clock) => reader.of(id).setClock(sourceId, clock),
  };
  const promotions = createPromotionService({ db, events });
  const clocks = createClockService({ db, events });
  const follow = createPromotedFollower({ db, events });
  const digests = createDigestService({ db, runner, events });
  return {
    promotions,
    routes: timelineRoutes({
      ...{ db, runner, attack, promotions, clocks, digests },
      eventsOf: (id, signal) => reader.of(id, signal),
    }),
    start() {
      /** Clocks first: events are looked for by their aligned times. */
      const followRead = (ids: readonly string[]) =>
        clocks
          .settleRead(ids)
          .then(() => follow(ids))
          .catch((cause: unknown) => log.warn('could not follow a source', { cause }));
      digests.sweep();
      return hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'forensic_investigations')
          digests.sweep();
        // Another workstation's decision, or a source that was read anew: the store is told.
        if (event.type !== 'changed') return;
        const failed = (cause: unknown) => log.warn('could not align a clock', { cause });
        if (event.resource === 'forensic_sessions') void followRead(event.ids ?? []);
        if (event.resource !== 'event_alignments') return;
        for (const id of new Set(event.ids?.map((one) => one.split(':')[0] ?? '')))
          void clocks.settle(id).catch(failed);
      });
    },
  };
}

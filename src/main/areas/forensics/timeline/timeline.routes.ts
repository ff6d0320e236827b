/** The routes of a case's timeline: the timeline itself, files of it, and clocks. Files are attachments, never shown by the browser. */
import { alignmentsContract } from '../../../../shared/areas/forensics/timeline/alignments.contract.ts';
import { timelineContract } from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import type { AttackSource } from '../../../db/attack-reader.ts';
import type { Database } from '../../../db/database.ts';
import { type Route, route } from '../../../http/route.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import { mustFindCase } from './case-rules.ts';
import type { ClockService } from './clocks.service.ts';
import { digestRoutes } from './digests.routes.ts';
import type { DigestService } from './digests.service.ts';
import { type ExportedEvents, exportEvents } from './event-export.ts';
import { promotionRoutes } from './promotions.routes.ts';
import type { PromotionService } from './promotions.service.ts';
import { readTimeline } from './read-timeline.ts';
import type { TimelineExportInput } from './timeline.jobs.ts';

export interface TimelineRouteDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly eventsOf: (investigationId: string, signal: AbortSignal) => ExportedEvents;
  readonly attack: AttackSource;
  readonly promotions: PromotionService;
  readonly clocks: ClockService;
  readonly digests: DigestService;
}

const FILES = {
  csv: { type: 'text/csv; charset=utf-8', name: 'timeline.csv' },
  timesketch: { type: 'application/x-ndjson; charset=utf-8', name: 'timeline-timesketch.jsonl' },
} as const;

const EVENT_FILES = {
  csv: { type: 'text/csv; charset=utf-8', name: 'events.csv' },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', name: 'events.ndjson' },
} as const;

export function timelineRoutes(deps: TimelineRouteDeps): Route[] {
  return [...caseRoutes(deps), ...promotionRoutes(deps.promotions), ...digestRoutes(deps.digests)];
}

function caseRoutes({ db, runner, attack, clocks, eventsOf }: TimelineRouteDeps): Route[] {
  return [
    route(timelineContract.events, ({ params: { id }, query, request }) => {
      db.read('forensics.find', (reader) => mustFindCase(reader, id));
      const { type, name } = EVENT_FILES[query.format];
      return new Response(exportEvents(eventsOf(id, request.signal), query), {
        headers: {
          'Content-Type': type,
          'Content-Disposition': `attachment; filename="${name}"`,
        },
      });
    }),
    route(timelineContract.get, ({ params: { id } }) =>
      db.read('forensics.timeline', (reader) => {
        mustFindCase(reader, id);
        return readTimeline(reader, id, attack.of(reader));
      }),
    ),
    route(timelineContract.export, async ({ params: { id }, query: { format }, session }) => {
      db.read('forensics.find', (reader) => mustFindCase(reader, id));
      const input: TimelineExportInput = { id, format };
      const { finished } = runner.start({
        ...{ kind: 'timeline-export', title: 'Timeline as a file', unit: 'marks', total: null },
        ...{ startedBy: session.user.id, input },
      });
      const bytes = (await finished) as Uint8Array;
      const { type, name } = FILES[format];
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': type,
          'Content-Disposition': `attachment; filename="${name}"`,
        },
      });
    }),
    route(alignmentsContract.list, async ({ params: { id } }) => {
      await clocks.settle(id);
      return clocks.list(id);
    }),
    route(alignmentsContract.set, ({ params: { id, source }, body, session }) =>
      clocks.set({ investigationId: id, sourceId: source }, body, session.user.id),
    ),
  ];
}

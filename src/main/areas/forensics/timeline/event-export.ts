/**
 * Events that a query finds, as a file: read page by page in the store's own thread, as fast as they
 * are taken, so that memory does not grow with their number. CSV holds what the grid shows and no
 * formula; NDJSON holds every field.
 */
import type {
  EventQuery,
  EventSort,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import { momentIso } from '../../../../shared/areas/forensics/timeline/moment.ts';
import { csvCell } from '../../../platform/csv-cell.ts';
import type { EventRow, EventRows, EventSource, StoredEvent } from '../events/event-store.types.ts';

export interface ExportedEvents {
  sources(): Promise<readonly EventSource[]>;
  search(
    query: EventQuery,
    page: { sort: EventSort; offset: number; limit: number },
  ): Promise<EventRows>;
  get(eventId: number): Promise<StoredEvent | null>;
}

export interface EventExport {
  readonly query: EventQuery;
  readonly sort: EventSort;
  readonly format: 'csv' | 'ndjson';
}

const PAGE_ROWS = 500;

const iso = (ms: number | null, nanos: number): string | null =>
  ms === null ? null : momentIso({ ms, nanos });
const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
const HEAD = [
  ...['aligned', 'recorded', 'kind', 'host', 'user', 'provider', 'code', 'summary'],
  ...['source', 'event'],
];

type NameOf = (sourceId: string) => string;

const toCsv = (row: EventRow, nameOf: NameOf): string =>
  csvLine([
    iso(row.alignedMs, row.alignedNanos),
    iso(row.timeMs, row.timeNanos),
    ...[row.kind, row.host, row.user, row.provider, row.code, row.summary],
    nameOf(row.sourceId),
    row.id,
  ]);

const toJson = (event: StoredEvent, nameOf: NameOf): string =>
  `${JSON.stringify({
    aligned: iso(event.alignedMs, event.alignedNanos),
    recorded: iso(event.timeMs, event.timeNanos),
    ...{ kind: event.kind, host: event.host, user: event.user, provider: event.provider },
    ...{ code: event.code, summary: event.summary, fields: event.fields },
    ...{ source: nameOf(event.sourceId), offset: event.offset, record: event.record },
    event: event.id,
  })}\n`;

async function* linesOf(
  events: ExportedEvents,
  { query, sort, format }: EventExport,
): AsyncGenerator<string> {
  const names = new Map((await events.sources()).map(({ id, name }) => [id, name]));
  const nameOf: NameOf = (id) => names.get(id) ?? id;
  if (format === 'csv') yield csvLine(HEAD);
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const { rows } = await events.search(query, { sort, offset, limit: PAGE_ROWS });
    if (format === 'csv') yield rows.map((row) => toCsv(row, nameOf)).join('');
    else {
      const whole = await Promise.all(rows.map(({ id }) => events.get(id)));
      yield whole.map((event) => (event === null ? '' : toJson(event, nameOf))).join('');
    }
    if (rows.length < PAGE_ROWS) return;
  }
}

export function exportEvents(
  events: ExportedEvents,
  asked: EventExport,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lines = linesOf(events, asked);
  return new ReadableStream({
    async pull(controller) {
      const next = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}

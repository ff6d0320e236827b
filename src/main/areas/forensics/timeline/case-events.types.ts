import type { EventQuery } from '../../../../shared/areas/forensics/events/event-query.ts';
import type {
  EventPage,
  EventRows,
  EventSource,
  SourceClock,
  StoredEvent,
} from '../events/event-store.types.ts';

/** What of the event store the timeline needs on the core's thread; the work is done in another. */
export interface CaseEvents {
  sources(investigationId: string): Promise<readonly EventSource[]>;
  get(investigationId: string, eventId: number): Promise<StoredEvent | null>;
  search(investigationId: string, query: EventQuery, page: EventPage): Promise<EventRows>;
  setClock(investigationId: string, sourceId: string, clock: SourceClock): Promise<void>;
}

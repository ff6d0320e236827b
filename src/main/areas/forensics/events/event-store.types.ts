/** The events of one investigation, as other parts see their store. */
import type {
  EventKind,
  EvidenceEvent,
} from '../../../../shared/areas/forensics/events/event.types.ts';
import type {
  EventQuery,
  EventSort,
} from '../../../../shared/areas/forensics/events/event-query.ts';

/** By how much a source's clock is to be put right: aligned = recorded + offset. */
export interface SourceClock {
  /** Whole ms, either way. */
  readonly offsetMs: number;
  /** 0 to 999,999, added to the ns of each event. */
  readonly offsetNanos: number;
}

export interface NewEventSource {
  readonly id: string;
  /** As the file was named; attackers write it. */
  readonly name: string;
  /** The reader's id. */
  readonly reader: string;
  readonly evidenceId?: string | null;
  readonly clock?: SourceClock | undefined;
}

export interface EventSource {
  readonly id: string;
  readonly name: string;
  readonly reader: string;
  readonly evidenceId: string | null;
  /** `reading`: not finished; of a process that ended meanwhile, it is to be removed or read again. */
  readonly state: 'reading' | 'done' | 'removing';
  readonly clock: SourceClock;
  /** How many events are kept so far. */
  readonly events: number;
  /** As recorded, ms; null where none of its events has a time. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

/** `id` is a whole number that stays as long as the event, and is never given again. */
export interface StoredEvent extends EvidenceEvent {
  readonly id: number;
  readonly sourceId: string;
  /** The recorded time put right by the source's clock; null with it. */
  readonly alignedMs: number | null;
  readonly alignedNanos: number;
}

/** What a list shows of an event. */
export interface EventRow {
  readonly id: number;
  readonly sourceId: string;
  readonly timeMs: number | null;
  readonly timeNanos: number;
  readonly alignedMs: number | null;
  readonly alignedNanos: number;
  readonly kind: EventKind;
  readonly host: string | null;
  readonly user: string | null;
  readonly provider: string | null;
  readonly code: string | null;
  readonly summary: string;
}

/** Row `offset` of the answer and those after it. Events without a time come last, either way. */
export interface EventPage {
  readonly sort: EventSort;
  readonly offset: number;
  readonly limit: number;
}

export interface EventRows {
  readonly rows: readonly EventRow[];
  /** Exact. */
  readonly total: number;
}

export interface StackEntry {
  /** Null: events that have no such field. */
  readonly value: string | null;
  readonly count: number;
}

export interface Stack {
  readonly entries: readonly StackEntry[];
  /** How many values there are, also those that are not among the entries; at most `stackedValues` are told apart. */
  readonly values: number;
  readonly events: number;
}

export interface StackRequest {
  readonly field: string;
  readonly order: 'rare' | 'common';
  readonly limit: number;
}

export interface HistogramRequest {
  /** Aligned ms; left out: the first and last of what is found. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly buckets: number;
}

export interface Histogram {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucketMs: number;
  readonly counts: readonly number[];
  /** The same by kind; kinds that do not occur are left out. */
  readonly byKind: Readonly<Partial<Record<EventKind, readonly number[]>>>;
  /** Found, but without a time, or outside of the span. */
  readonly outside: number;
}

/** A silence or a burst of one source; aligned ms. */
export interface Irregularity {
  readonly sourceId: string;
  readonly type: 'gap' | 'burst';
  readonly fromMs: number;
  readonly toMs: number;
  /** Events within (a gap has none). */
  readonly events: number;
  /** The source's usual: ms between two events (gap), events in a bucket of this length (burst). */
  readonly usual: number;
  /** How many times the usual. */
  readonly times: number;
}

export interface FieldCount {
  readonly name: string;
  /** Events that have it. */
  readonly events: number;
}

export interface Neighbours {
  readonly before: readonly EventRow[];
  readonly after: readonly EventRow[];
}

export interface ScanRequest {
  readonly query?: EventQuery;
  /** `inserted` (left out) is the fastest. */
  readonly sort?: EventSort;
  /** At most so many. */
  readonly limit?: number;
}

/**
 * Several may read while one writes. Sources are readable as far as they were written; `search` and
 * the others see what was written when they began.
 */
export interface EventStore {
  readonly investigationId: string;
  /** What the store's file did when it was opened; a sentence, or null where there is nothing to say. */
  readonly notice: string | null;

  /** Begins a source. Removes what is kept of the same id: it is read anew. */
  addSource(source: NewEventSource): void;
  /** Kept in memory until there is enough for a segment (16,384 events at most), then written. */
  insert(sourceId: string, batch: readonly EvidenceEvent[]): void;
  /** Writes what is in memory, and marks the source as done. */
  finish(sourceId: string): void;
  /**
   * Takes a source away: from sight at once, its bytes in short transactions. After `mostMs` the rest of
   * them waits for the next that is taken away.
   */
  removeSource(sourceId: string, mostMs?: number): void;
  setClock(sourceId: string, clock: SourceClock): void;

  /**
   * Reads for about `forMs` what a first search would have to read, so that it need not; answers whether
   * there is more. Once read, or written to meanwhile, there is not.
   */
  warm(forMs: number): boolean;
  sources(): readonly EventSource[];
  count(query?: EventQuery): number;
  search(query: EventQuery, page: EventPage): EventRows;
  get(eventId: number): StoredEvent | null;
  /** Batches in the order asked for; a consumer may take its time between two. */
  scan(request?: ScanRequest): Generator<readonly StoredEvent[]>;
  stack(query: EventQuery, request: StackRequest): Stack;
  /** Counts on for about `forMs` with each call; null while there is more to count. */
  stackInSteps(query: EventQuery, request: StackRequest): (forMs: number) => Stack | null;
  histogram(query: EventQuery, request: HistogramRequest): Histogram;
  /** Gaps and bursts, the most unusual first. */
  irregularities(query: EventQuery, limit: number): readonly Irregularity[];
  /** By time, of the same host (or source). */
  neighbours(eventId: number, by: 'host' | 'source', each: number): Neighbours;
  /** Distinct names of fields with counts, the most frequent first. */
  fields(): readonly FieldCount[];
  close(): void;
}

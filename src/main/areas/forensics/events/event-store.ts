/**
 * The event store of one investigation: columns of up to 16,384 rows each, the values of a column once,
 * and the words of the values, not of the rows. So logs, which repeat themselves, are written fast,
 * counted without being read, and found by any word.
 */
import { join } from 'node:path';
import { AppError } from '../../../../shared/contract/errors.ts';
import { histogramOf, irregularitiesOf } from './event-figures.ts';
import { type EventFile, openEventFile, removeEventFile } from './event-file.store.ts';
import { stackSteps } from './event-stack.ts';
import type { EventRow, EventStore, Neighbours, StoredEvent } from './event-store.types.ts';
import { createFoundRows, type FoundRows } from './found-rows.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';
import { FIRST_FIELD } from './segment-image.ts';
import { drain } from './steps.ts';
import { createStoredEvents, type StoredEvents } from './stored-events.ts';

export interface EventStoreOptions {
  /** See `eventsFolder`. */
  readonly folder: string;
  /** The database's. */
  readonly key: Uint8Array;
  readonly investigationId: string;
}

const SCAN_BATCH = 500;

export const eventsFolder = (dataDir: string): string => join(dataDir, 'events');

/** Takes the whole store away. It must be open nowhere. */
export const removeEventStore = removeEventFile;

/** @throws AppError with a sentence that says what to do where the file is damaged or too new. */
export function openEventStore(options: EventStoreOptions): EventStore {
  const file = openEventFile(options);
  const found = createFoundRows(file);
  const stored = createStoredEvents(found);
  return {
    investigationId: options.investigationId,
    notice: file.notice,
    ...createWriter(file),
    ...createReader(file, found, stored),
    close: () => file.close(),
  };
}

function createWriter(
  file: EventFile,
): Pick<EventStore, 'addSource' | 'insert' | 'finish' | 'removeSource' | 'setClock'> {
  const builders = new Map<string, SegmentBuilder>();
  const builderOf = (sourceId: string): SegmentBuilder => {
    const builder = builders.get(sourceId);
    if (!builder) throw new AppError('conflict', 'This source is not being read');
    return builder;
  };
  const flush = (sourceId: string, builder: SegmentBuilder) => {
    if (builder.rows > 0) file.addSegment(sourceId, builder.take());
  };
  return {
    addSource(source) {
      builders.delete(source.id);
      file.removeSource(source.id, Number.POSITIVE_INFINITY);
      file.addSource(source);
      builders.set(source.id, createSegmentBuilder(file.nameField));
    },
    insert(sourceId, batch) {
      const builder = builderOf(sourceId);
      for (const event of batch) {
        builder.add(event);
        if (builder.isFull) flush(sourceId, builder);
      }
    },
    finish(sourceId) {
      flush(sourceId, builderOf(sourceId));
      builders.delete(sourceId);
      file.markSource(sourceId, 'done');
    },
    removeSource(sourceId, mostMs = Number.POSITIVE_INFINITY) {
      builders.delete(sourceId);
      file.removeSource(sourceId, mostMs);
    },
    setClock: file.setClock,
  };
}

function neighboursOf(
  { found, stored }: { found: FoundRows; stored: StoredEvents },
  id: number,
  { by, each }: { by: 'host' | 'source'; each: number },
): Neighbours {
  const place = stored.placeOf(id);
  if (place === undefined) return { before: [], after: [] };
  const [own] = stored.rows([place]) as [EventRow];
  const query =
    by === 'host' && own.host !== null ? { hosts: [own.host] } : { sourceIds: [own.sourceId] };
  const { mask } = found.find(query);
  const { places } = found.timeOrder();
  const at = places.indexOf(place);
  const walk = (step: 1 | -1): number[] => {
    const taken: number[] = [];
    for (let next = at + step; next >= 0 && next < places.length; next += step) {
      const candidate = places[next] as number;
      if (mask && mask[candidate] === 0) continue;
      taken.push(candidate);
      if (taken.length >= each) break;
    }
    return taken;
  };
  return { before: stored.rows(walk(-1).reverse()), after: stored.rows(walk(1)) };
}

function createReader(
  file: EventFile,
  found: FoundRows,
  stored: StoredEvents,
): Omit<
  EventStore,
  | 'investigationId'
  | 'notice'
  | 'close'
  | 'addSource'
  | 'insert'
  | 'finish'
  | 'removeSource'
  | 'setClock'
> {
  const { reading } = found;
  let warming: Generator<void> | undefined;
  const counting: EventStore['stackInSteps'] = (query, request) => {
    const steps = stackSteps(found, query, request);
    return (forMs) =>
      reading(() => {
        const until = performance.now() + forMs;
        do {
          const { done, value } = steps.next();
          if (done) return value;
        } while (performance.now() < until);
        return null;
      });
  };
  return {
    warm(forMs) {
      return reading(() => {
        warming ??= found.warming();
        const until = performance.now() + forMs;
        do if (warming.next().done) return false;
        while (performance.now() < until);
        return true;
      });
    },
    sources: () => reading(() => [...found.now().sources.values()]),
    count: (query = {}) => reading(() => found.countOf(query)),
    search: (query, page) =>
      reading(() => {
        const { places, total } = found.places(query, page);
        return { rows: stored.rows(places), total };
      }),
    get: (id) =>
      reading(() => {
        const place = stored.placeOf(id);
        return place === undefined ? null : (stored.events([place])[0] ?? null);
      }),
    *scan({ query = {}, sort = 'inserted', limit = Number.POSITIVE_INFINITY } = {}) {
      // The ids are fixed at the start: what is written meanwhile neither shifts nor repeats a row.
      const ids = reading(() => stored.ids(found.places(query, { sort, offset: 0, limit }).places));
      for (let from = 0; from < ids.length; from += SCAN_BATCH) {
        const batch: StoredEvent[] = reading(() =>
          stored.events(
            Array.from(ids.subarray(from, from + SCAN_BATCH)).flatMap(
              (id) => stored.placeOf(id) ?? [],
            ),
          ),
        );
        yield batch;
      }
    },
    stack: (query, request) => reading(() => drain(stackSteps(found, query, request))),
    stackInSteps: counting,
    histogram: (query, request) => reading(() => histogramOf(found, query, request)),
    irregularities: (query, limit) => reading(() => irregularitiesOf(found, query, limit)),
    neighbours: (id, by, each) => reading(() => neighboursOf({ found, stored }, id, { by, each })),
    fields: () =>
      reading(() => {
        const { fieldNames } = found.now();
        return file
          .presence()
          .filter(({ column }) => column >= FIRST_FIELD)
          .map(({ column, events }) => ({ name: fieldNames.get(column) ?? '', events }))
          .sort((left, right) => right.events - left.events || (left.name < right.name ? -1 : 1));
      }),
  };
}

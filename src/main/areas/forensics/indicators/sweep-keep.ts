/** Writes what a sweep found, with the first places of each, in batches. */
import { setImmediate as giveWay } from 'node:timers/promises';
import type { Sighting } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import type { ReadDb } from '../../../db/database.ts';
import { openEventStore } from '../events/event-store.ts';
import type { EventStore } from '../events/event-store.types.ts';
import { alertAt, type KeptHit, keepHits, rawBlockOf, timesOf } from './sweep.store.ts';
import type { SoughtIndicator } from './sweep-needles.ts';
import { type FieldText, placesIn, sightingOf } from './sweep-places.ts';
import { eventStores, type Sweeping, textsOfEvent } from './sweep-read.ts';
import { PLACES, type Tallies } from './sweep-tally.ts';

const BATCH = 200;
/** Beyond so many that were found, fewer places are shown of each. */
const MANY_FOUND = 500;
const FEW_PLACES = 3;
/** The first and the last of so many tell when it was seen. */
const TIMED = 20_000;

type Hit = ReturnType<Tallies['list']>[number];

/** Places by needle, in the order in which they were found. */
type Found = Map<number, Sighting[]>;

function note(found: Found, needle: number, sighting: Sighting): void {
  const known = found.get(needle);
  if (known) known.push(sighting);
  else found.set(needle, [sighting]);
}

/** What is looked for in each record: the needles whose place it is. */
function wantedBy<K>(
  hits: readonly Hit[],
  keysOf: (hit: Hit) => readonly K[],
): Map<K, Set<number>> {
  const wanted = new Map<K, Set<number>>();
  for (const hit of hits)
    for (const key of keysOf(hit)) {
      const known = wanted.get(key);
      if (known) known.add(hit.needle);
      else wanted.set(key, new Set([hit.needle]));
    }
  return wanted;
}

function textsOfAlert({ unpack }: Sweeping, reader: ReadDb, seq: number) {
  const alert = alertAt(reader, seq);
  if (!alert) return null;
  const fields: FieldText[] = Object.entries(alert.fields).flatMap(([field, text]) =>
    text === null ? [] : { field: field.replace(/_/g, ' '), text },
  );
  const block = rawBlockOf(reader, seq);
  const record = block && unpack(block)[seq - block.first_seq];
  if (record) fields.push({ field: 'original record', text: Buffer.from(record).toString('utf8') });
  return { alert, fields };
}

function alertPlaces(sweeping: Sweeping, hits: readonly Hit[], each: number, found: Found): void {
  const { db } = sweeping.context;
  const wanted = wantedBy(hits, ({ seqs }) => seqs.slice(0, each));
  db.read('indicators.sweepPlaces', (reader) => {
    for (const [seq, needles] of [...wanted].sort(([a], [b]) => a - b)) {
      const read = textsOfAlert(sweeping, reader, seq);
      if (!read) continue;
      const { alert, fields } = read;
      const record = { kind: 'alert', id: alert.id, place: null, label: alert.title } as const;
      for (const [needle, where] of placesIn(sweeping.sweeper, fields, needles))
        note(found, needle, sightingOf({ ...record, at: alert.created_at }, where));
    }
  });
}

function eventPlaces(sweeping: Sweeping, hits: readonly Hit[], each: number, found: Found): void {
  if (hits.every(({ tally }) => tally.events === 0)) return;
  for (const options of eventStores(sweeping)) {
    const wanted = wantedBy(hits, ({ tally }) =>
      tally.eventPlaces
        .slice(0, each)
        .filter(({ investigationId }) => investigationId === options.investigationId)
        .map(({ eventId }) => eventId),
    );
    if (wanted.size === 0) continue;
    const store = openEventStore(options);
    try {
      for (const [eventId, needles] of wanted) eventPlace(sweeping, store, eventId, needles, found);
    } finally {
      store.close();
    }
  }
}

function eventPlace(
  { sweeper }: Sweeping,
  store: EventStore,
  eventId: number,
  needles: ReadonlySet<number>,
  found: Found,
): void {
  const event = store.get(eventId);
  if (!event) return;
  const record = {
    ...{
      kind: 'event' as const,
      id: String(eventId),
      place: store.investigationId,
      label: event.summary,
    },
    at: event.alignedMs,
  } as const;
  for (const [needle, where] of placesIn(sweeper, textsOfEvent(event), needles))
    note(found, needle, sightingOf(record, where));
}

const least = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const most = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** @returns every hit; nothing is kept of a sweep that is cancelled before. */
export async function keepFound(
  sweeping: Sweeping,
  needles: readonly SoughtIndicator[],
  sweepId: string,
): Promise<KeptHit[]> {
  const { db, startedBy, signal } = sweeping.context;
  const list = sweeping.tallies.list();
  const each = list.length > MANY_FOUND ? FEW_PLACES : PLACES;
  const kept: KeptHit[] = [];
  for (let from = 0; from < list.length; from += BATCH) {
    signal.throwIfAborted();
    const hits = list.slice(from, from + BATCH);
    const found: Found = new Map();
    alertPlaces(sweeping, hits, each, found);
    eventPlaces(sweeping, hits, each, found);
    const batch = db.read('indicators.sweepTimes', (reader) =>
      hits.flatMap((hit, n) => {
        const needle = needles[hit.needle];
        if (!needle) return [];
        const times = timesOf(reader, [...hit.seqs.slice(0, TIMED), ...hit.seqs.slice(-TIMED)]);
        const { events, firstEvent, lastEvent } = hit.tally;
        return {
          ...{ n: from + n, indicatorId: needle.id, type: needle.type, value: needle.value },
          ...{ alerts: hit.alerts, events, places: found.get(hit.needle) ?? [] },
          first: least(times?.first ?? null, firstEvent),
          last: most(times?.last ?? null, lastEvent),
        };
      }),
    );
    const caller = {
      ...{ actor: startedBy, origin: 'job' as const, action: 'indicators.sight' },
      reason: 'Seen by a sweep',
    } as const;
    db.write(caller, (tx) => keepHits(tx, sweepId, batch));
    kept.push(...batch);
    await giveWay();
  }
  return kept;
}

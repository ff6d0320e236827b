/** The thread that reads event stores for the core, with the workers' real file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEventReader,
  type EventReader,
} from '../../src/main/areas/forensics/events/event-reader.ts';
import { openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import type { EventStore } from '../../src/main/areas/forensics/events/event-store.types.ts';
import type { EvidenceEvent } from '../../src/shared/areas/forensics/events/event.types.ts';

const KEY = new Uint8Array(32).fill(4);
const ENTRY = new URL('../../src/main/workers/job-worker.ts', import.meta.url);
const STACK = { field: 'Id', order: 'rare', limit: 5 } as const;
let folder: string;
let reader: EventReader;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-event-reader-'));
  reader = createEventReader(ENTRY, { folder, key: KEY });
});
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (investigationId: string) => openEventStore({ folder, key: KEY, investigationId });

/** Events that all have another `Id`, from 1,000,000 on. */
function add(
  store: EventStore,
  sourceId: string,
  { from = 0, count }: { from?: number; count: number },
) {
  store.addSource({ id: sourceId, name: `${sourceId}.log`, reader: 'lines' });
  const event = (place: number): EvidenceEvent => ({
    ...{ timeMs: place, timeNanos: 0, kind: 'log', host: `host${place % 7}`, user: null },
    ...{ provider: null, code: null, summary: 'a line', offset: null, record: null },
    fields: { Id: String(1_000_000 + place) },
  });
  store.insert(
    sourceId,
    Array.from({ length: count }, (_, place) => event(from + place)),
  );
  store.finish(sourceId);
}

test('[ES18] a search is answered while many different values are counted, and the count is exact', async () => {
  const store = open('many');
  add(store, 'all', { count: 120_000 });
  store.close();
  const calls = reader.of('many');
  const answered: string[] = [];
  const noted = async <T>(what: string, call: Promise<T>): Promise<T> => {
    const result = await call;
    answered.push(what);
    return result;
  };
  const page = { sort: 'time', offset: 0, limit: 3 } as const;
  const [stack, found] = await Promise.all([
    noted('stack', calls.stack({}, STACK)),
    noted('search', calls.search({ text: 'host3' }, page)),
  ]);
  expect(answered).toEqual(['search', 'stack']);
  expect(found.total).toBe(Math.floor((120_000 - 4) / 7) + 1);
  expect(stack.values).toBe(120_000);
  expect(stack.entries.map(({ value }) => value)).toEqual(
    Array.from({ length: 5 }, (_, place) => String(1_000_000 + place)),
  );
});

test('[ES18] a count that nobody waits for any more is given up, others are not', async () => {
  const ended = new AbortController();
  const given = reader.of('many', ended.signal).stack({}, { ...STACK, order: 'common' });
  const other = reader.of('many').stack({ text: 'host1' }, STACK);
  ended.abort();
  await expect(given).rejects.toThrow('Cancelled');
  expect((await other).events).toBe(Math.floor((120_000 - 2) / 7) + 1);
});

test('[ES18] a source that goes while its values are counted counts no more, one that comes is for the next', () => {
  const store = open('changing');
  add(store, 'stays', { count: 20_000 });
  add(store, 'goes', { from: 20_000, count: 40_000 });
  const step = store.stackInSteps({}, STACK);
  expect(step(0)).toBeNull();
  add(store, 'comes', { from: 90_000, count: 10 });
  expect(step(0)).toBeNull();
  expect(store.stackInSteps({}, STACK)(Number.POSITIVE_INFINITY)?.values).toBe(60_010);
  store.removeSource('goes');
  const stack = step(Number.POSITIVE_INFINITY);
  expect([stack?.values, stack?.events]).toEqual([20_010, 20_010]);
  store.close();
});

test('[ES17] what is read ahead ends, also where the store changes, and changes no answer', () => {
  const store = open('ahead');
  add(store, 'one', { count: 40_000 });
  const ask = (one: EventStore) => [
    one.search({ text: 'host5' }, { sort: '-time', offset: 10, limit: 20 }),
    one.search({}, { sort: 'time', offset: 30_000, limit: 20 }),
  ];
  const plain = ask(store);
  const warmed = open('ahead');
  let steps = 0;
  while (warmed.warm(0)) steps++;
  expect(steps).toBeGreaterThan(3);
  expect(ask(warmed)).toEqual(plain);
  const cut = open('ahead');
  expect(cut.warm(0)).toBe(true);
  add(store, 'two', { from: 40_000, count: 100 });
  while (cut.warm(0)) steps++;
  expect(ask(cut)).toEqual(ask(store));
  for (const one of [store, warmed, cut]) one.close();
});

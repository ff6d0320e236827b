import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import { openConnection } from '../../src/main/db/connection.ts';
import type { EvidenceEvent } from '../../src/shared/areas/forensics/events/event.types.ts';

const KEY = new Uint8Array(32).fill(3);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-event-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (investigationId: string) => openEventStore({ folder, key: KEY, investigationId });

function events(count: number, of: string, from = 0): EvidenceEvent[] {
  return Array.from({ length: count }, (_, place) => ({
    ...{ timeMs: (from + place) * 1_000, timeNanos: 0, kind: 'log' as const, host: of, user: null },
    ...{ provider: null, code: null, summary: `${of} wrote line ${from + place}`, offset: null },
    fields: { Line: String(from + place) },
    record: null,
  }));
}

/** Writes segments into `killed` until it is ended, and says so after each. */
const WRITER = `
import { openEventStore } from '${new URL('../../src/main/areas/forensics/events/event-store.ts', import.meta.url).href}';
const store = openEventStore({ folder: process.argv[2], key: new Uint8Array(32).fill(3), investigationId: 'killed' });
store.addSource({ id: 'cut', name: 'cut.log', reader: 'lines' });
for (let batch = 0; ; batch++) {
  store.insert('cut', Array.from({ length: 4096 }, (_, place) => ({
    timeMs: batch * 4096 + place, timeNanos: 0, kind: 'log', host: 'h', user: null, provider: null,
    code: null, summary: 'row ' + place, fields: { a: 'x' + batch }, offset: null, record: null,
  })));
  if (batch % 4 === 3) process.stdout.write('segment\\n');
}`;

test('[ES5] within a millisecond a histogram tells events apart by their nanoseconds', () => {
  const store = open('nanos');
  store.addSource({ id: 'fine', name: 'fine.log', reader: 'lines' });
  const [event] = events(1, 'h');
  if (!event) throw new Error('No event');
  const at = [0, 100_000, 100_001, 999_999];
  store.insert(
    'fine',
    at.map((timeNanos) => ({ ...event, timeMs: 5_000, timeNanos })),
  );
  store.finish('fine');
  const { counts, bucketMs } = store.histogram({}, { fromMs: 5_000, toMs: 5_001, buckets: 10 });
  expect(bucketMs).toBeCloseTo(0.1);
  expect(counts).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
  store.close();
});

describe('the file', () => {
  test('[ES7] a killed process leaves whole segments of a source that was being read', async () => {
    const script = join(folder, 'writer.mjs');
    writeFileSync(script, WRITER);
    const child = spawn(process.execPath, [script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let segments = 0;
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        segments += chunk.toString().split('\n').length - 1;
        if (segments >= 3) child.kill('SIGKILL');
      });
      child.on('exit', () => resolve());
    });
    const store = open('killed');
    const [source] = store.sources();
    expect(source).toMatchObject({ id: 'cut', state: 'reading' });
    expect(source?.events).toBeGreaterThanOrEqual(3 * 16_384);
    expect((source?.events ?? 0) % 16_384).toBe(0);
    expect(store.count({ text: 'row' })).toBe(source?.events);
    store.addSource({ id: 'cut', name: 'cut.log', reader: 'lines' });
    store.insert('cut', events(5, 'again'));
    store.finish('cut');
    expect(store.sources()).toMatchObject([{ id: 'cut', state: 'done', events: 5 }]);
    expect(store.count({ text: 'row' })).toBe(0);
    store.close();
  });

  test('[ES8] a source goes with all its rows; sources written in turns and investigations do not mix', () => {
    const [one, two] = [open('one'), open('two')];
    for (const id of ['a', 'b']) one.addSource({ id, name: `${id}.log`, reader: 'lines' });
    two.addSource({ id: 'a', name: 'a.log', reader: 'lines' });
    for (let batch = 0; batch < 40; batch++) {
      one.insert('a', events(500, 'first', batch * 500));
      one.insert('b', events(500, 'second', batch * 500));
      two.insert('a', events(100, 'other', batch * 100));
    }
    for (const id of ['a', 'b']) one.finish(id);
    two.finish('a');
    expect([one.count({ text: 'first' }), one.count({ text: 'second' })]).toEqual([20_000, 20_000]);
    expect([one.count({ text: 'other' }), two.count({ text: 'other' })]).toEqual([0, 4_000]);
    const kept = one.search({ sourceIds: ['b'] }, { sort: 'time', offset: 7, limit: 1 }).rows[0];
    one.removeSource('a');
    expect(one.sources().map(({ id }) => id)).toEqual(['b']);
    expect([one.count(), one.count({ text: 'first' }), two.count()]).toEqual([20_000, 0, 4_000]);
    expect(one.get(kept?.id ?? 0)?.summary).toBe('second wrote line 7');
    one.addSource({ id: 'a', name: 'a.log', reader: 'lines' });
    one.insert('a', events(3, 'third'));
    one.finish('a');
    const ids = [...one.scan({ query: { sourceIds: ['a'] } })].flat().map(({ id }) => id);
    expect(Math.min(...ids)).toBeGreaterThan(kept?.id ?? 0);
    one.close();
    two.close();
  });

  test('[ES8] a source is out of sight at once, and what is left of it goes with the next', () => {
    const store = open('slow');
    for (const id of ['a', 'b']) {
      store.addSource({ id, name: `${id}.log`, reader: 'lines' });
      for (let batch = 0; batch < 40; batch++)
        store.insert(id, events(500, `of${id}`, batch * 500));
      store.finish(id);
    }
    const fields = store.fields();
    const bytesLeft = () => {
      const file = openConnection({
        path: join(folder, 'slow.db'),
        key: KEY,
        durability: 'normal',
      });
      const count = file.prepare('SELECT count(*) FROM numbers').pluck().get();
      file.close();
      return Number(count);
    };
    const all = bytesLeft();
    store.removeSource('a', 0);
    expect(bytesLeft()).toBe(all);
    expect(store.sources().map(({ id }) => id)).toEqual(['b']);
    expect([store.count(), store.count({ text: 'ofa' })]).toEqual([20_000, 0]);
    expect(store.stack({}, { field: '@source', order: 'rare', limit: 9 }).entries).toHaveLength(1);
    expect(store.fields().map(({ events: count }) => count * 2)).toEqual(
      fields.map(({ events: count }) => count),
    );
    store.close();
    const again = open('slow');
    again.removeSource('none');
    expect(bytesLeft()).toBe(all / 2);
    expect(again.count({ text: 'ofb' })).toBe(20_000);
    again.close();
  });

  test('[ES9] a damaged store and a newer one are said so, and stay', () => {
    open('bad').close();
    const path = join(folder, 'bad.db');
    const bytes = readFileSync(path).fill(0x5a, 0, 2_000);
    writeFileSync(path, bytes);
    expect(() => open('bad')).toThrow(/event store of this investigation is damaged/);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    open('new').close();
    const newer = openConnection({ path: join(folder, 'new.db'), key: KEY, durability: 'normal' });
    newer.pragma('user_version = 99');
    newer.close();
    expect(() => open('new')).toThrow(/written by a newer Watchfloor/);
    expect(() => open('../escape')).toThrow(/no such investigation/);
  });

  test('[ES10] fields beyond the limits are kept and found by words', () => {
    const store = open('wide');
    store.addSource({ id: 'w', name: 'w.json', reader: 'json' });
    const fields = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, place) => [`name${place}`, `worth${place}`]),
    );
    const [event] = events(1, 'wide');
    store.insert('w', [{ ...(event as EvidenceEvent), fields }]);
    store.finish('w');
    const [row] = store.search({ text: 'worth1499' }, { sort: 'time', offset: 0, limit: 1 }).rows;
    expect({ ...store.get(row?.id ?? 0)?.fields }).toEqual(fields);
    store.close();
  });

  test('[ES6] silences and bursts are measured by what is usual for a source', () => {
    const store = open('rhythm');
    store.addSource({ id: 'r', name: 'r.log', reader: 'lines' });
    const [event] = events(1, 'r');
    const at = (timeMs: number) => ({ ...(event as EvidenceEvent), timeMs });
    const steady = Array.from({ length: 600 }, (_, place) => at(place * 10_000));
    const silence = 600 * 10_000 + 3_600_000;
    const later = Array.from({ length: 300 }, (_, place) => at(silence + place * 10_000));
    const burst = Array.from({ length: 200 }, (_, place) => at(silence + 600_000 + place));
    store.insert('r', [...steady, ...later, ...burst]);
    store.finish('r');
    const found = store.irregularities({}, 10);
    expect(found.map(({ type }) => type).sort()).toEqual(['burst', 'gap']);
    const [gap, crowd] = [...found].sort((left, right) => (left.type < right.type ? 1 : -1));
    expect(gap).toMatchObject({ fromMs: 599 * 10_000, toMs: silence, usual: 10_000 });
    expect(crowd).toMatchObject({ fromMs: silence + 600_000, events: 206, usual: 6 });
    store.close();
  });
});
